// A part of a page on which files can be dropped. The button in it chooses files as well.
import type { ComponentChildren, Ref } from "preact";
import { useState } from "preact/hooks";
import { UploadIcon } from "../../design/icons";

const IMAGE_TYPES = "image/jpeg,image/png,image/webp,image/avif";

type FileDropProps = {
  isDisabled: boolean;
  onFiles: (files: File[]) => void;
  children: ComponentChildren;
  class?: string;
};

export function FileDrop({ isDisabled, onFiles, children, class: name = "card panel drop" }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button in it does the same.
    <div
      class={isOver ? `${name} is-over` : name}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        setOver(false);
        if (files.length === 0) return;
        event.preventDefault();
        if (!isDisabled) onFiles(files);
      }}
    >
      {children}
    </div>
  );
}

type ChooseFilesProps = { picker?: Ref<HTMLInputElement>; isDisabled: boolean; onFiles: (files: File[]) => void };

export function ChooseFiles({ picker, isDisabled, onFiles }: ChooseFilesProps) {
  return (
    <label class="button button-primary drop-choose">
      <UploadIcon /> Choose images
      <input
        {...(picker === undefined ? {} : { ref: picker })}
        type="file"
        class="visually-hidden"
        disabled={isDisabled}
        multiple
        accept={IMAGE_TYPES}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
