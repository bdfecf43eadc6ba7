// The text editor of a record. Its script is loaded when the editor is first shown.
import type { Ref } from "preact";
import { useEffect, useImperativeHandle, useRef, useState } from "preact/hooks";
import { messageOf } from "../shell/error-message";
import type { EditorOptions, PlacedFault, TextEditor } from "./editor-view";

export type { PlacedFault } from "./editor-view";

export type TextEditorHandle = Pick<TextEditor, "select" | "openFind">;

type TextEditorProps = Omit<EditorOptions, "onChange"> & {
  handle: Ref<TextEditorHandle>;
  /** Whether undo in the editor brings back the text before `text`. */
  isUndoable: boolean;
  faults: readonly PlacedFault[];
  /** Called after each change, with the function that returns the new text. */
  onChange: (read: () => string) => void;
};

export function RecordTextEditor(props: TextEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<TextEditor | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const latest = useRef(props);
  latest.current = props;
  /** What to select once the editor is loaded. */
  const waiting = useRef<[from: number, to: number] | null>(null);

  useEffect(() => {
    let isOpen = true;
    let made: TextEditor | null = null;
    import("./editor-view").then(
      ({ openEditor }) => {
        if (!isOpen || host.current === null) return;
        const opened = openEditor(host.current, {
          text: latest.current.text,
          label: props.label,
          isReadOnly: latest.current.isReadOnly,
          known: () => latest.current.known(),
          onChange: () => latest.current.onChange(opened.read),
          onPointer: (pointer) => latest.current.onPointer(pointer),
          onBlur: () => latest.current.onBlur(),
        });
        made = opened;
        setEditor(opened);
      },
      (failure: unknown) => isOpen && setFault(messageOf(failure)),
    );
    return () => {
      isOpen = false;
      made?.close();
    };
  }, []);
  useEffect(() => editor?.show(props.text, props.isUndoable), [editor, props.text]);
  useEffect(() => editor?.setReadOnly(props.isReadOnly), [editor, props.isReadOnly]);
  useEffect(() => editor?.setFaults(props.faults), [editor, props.faults]);
  useEffect(() => {
    if (editor !== null && waiting.current !== null) editor.select(...waiting.current);
  }, [editor]);
  useImperativeHandle(
    props.handle,
    () => ({
      select: (from, to) => {
        if (editor === null) waiting.current = [from, to];
        else editor.select(from, to);
      },
      openFind: () => editor?.openFind(),
    }),
    [editor],
  );
  return (
    <>
      {fault !== null && <p class="note note-danger">The editor could not be loaded: {fault} Reload the page.</p>}
      <div class="text-editor" ref={host} aria-busy={editor === null && fault === null} />
    </>
  );
}
