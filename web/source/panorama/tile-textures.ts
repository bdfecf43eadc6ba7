// The textures of tiles, loaded a few at a time, the ones in view first, within a bound of graphics memory.
import { loadBitmap } from "../view/load-bitmap";
import type { Patch, SphereRenderer } from "./sphere-renderer";
import { type Tile, tileName, tileUrl } from "./tile-levels";

/** Browsers open six connections to a host. One stays free for the next seat. */
const LOADING_MAX = 5;
/** The most pixels of all textures together: 96 MB of graphics memory. */
const PIXELS_MAX = 24_000_000;

type Loaded = { patch: Patch; pixels: number; width: number };

export class TileTextures {
  private readonly loaded = new Map<string, Loaded>();
  private readonly loading = new Map<string, AbortController>();
  /** Tiles that could not be loaded are not tried again with the same addresses: the coarser picture stays. */
  private readonly failed = new Set<string>();
  private wanted: readonly Tile[] = [];
  private pixels = 0;

  constructor(
    private readonly renderer: SphereRenderer,
    private readonly onLoaded: () => void,
    private readonly onFailed: (failure: unknown) => void,
  ) {}

  /** The loaded tiles, those of coarser levels first. */
  get patches(): Patch[] {
    return [...this.loaded.values()].sort((one, other) => one.width - other.width).map(({ patch }) => patch);
  }

  /** Whether no tile that is wanted is still to come. */
  get isSettled(): boolean {
    return this.wanted.every((tile) => this.loaded.has(tileName(tile)) || this.failed.has(tileName(tile)));
  }

  /** Loads these tiles, the first ones first. Other tiles that are still loading are cancelled. */
  want(tiles: readonly Tile[]): void {
    this.wanted = tiles;
    const names = new Set(tiles.map(tileName));
    for (const [name, controller] of this.loading) {
      if (!names.has(name)) controller.abort();
    }
    for (const name of names) this.markAsUsed(name);
    this.loadNext();
  }

  /** Tries failed tiles again, with the addresses of the next call of `want`. */
  forgetFailures(): void {
    this.failed.clear();
  }

  /** Forgets all tiles, for another panorama. */
  clear(): void {
    this.wanted = [];
    for (const controller of this.loading.values()) controller.abort();
    this.loading.clear();
    for (const { patch } of this.loaded.values()) this.renderer.deleteTexture(patch.texture);
    this.loaded.clear();
    this.failed.clear();
    this.pixels = 0;
  }

  private loadNext(): void {
    for (const tile of this.wanted) {
      if (this.loading.size >= LOADING_MAX) return;
      const name = tileName(tile);
      if (!this.loaded.has(name) && !this.loading.has(name) && !this.failed.has(name)) void this.load(tile, name);
    }
  }

  private async load(tile: Tile, name: string): Promise<void> {
    const controller = new AbortController();
    this.loading.set(name, controller);
    try {
      const bitmap = await loadBitmap(tileUrl(tile), { signal: controller.signal });
      if (!controller.signal.aborted) this.put(tile, name, bitmap);
      bitmap.close();
    } catch (failure) {
      if (controller.signal.aborted) return;
      this.failed.add(name);
      this.onFailed(failure);
    } finally {
      if (this.loading.get(name) === controller) this.loading.delete(name);
      this.loadNext();
    }
  }

  private put({ level, column, row }: Tile, name: string, bitmap: ImageBitmap): void {
    const patch = {
      texture: this.renderer.createTexture(bitmap),
      left: column / level.columns,
      top: row / level.rows,
      right: (column + 1) / level.columns,
      bottom: (row + 1) / level.rows,
    };
    const pixels = bitmap.width * bitmap.height;
    this.loaded.set(name, { patch, pixels, width: level.width });
    this.pixels += pixels;
    this.evict();
    this.onLoaded();
  }

  /** Deletes the textures that were not in view for the longest time. */
  private evict(): void {
    const inView = new Set(this.wanted.map(tileName));
    for (const [name, { patch, pixels }] of this.loaded) {
      if (this.pixels <= PIXELS_MAX) return;
      if (inView.has(name)) continue;
      this.renderer.deleteTexture(patch.texture);
      this.loaded.delete(name);
      this.pixels -= pixels;
    }
  }

  /** Moves a texture to the end of the map, which is ordered by the time of the last use. */
  private markAsUsed(name: string): void {
    const known = this.loaded.get(name);
    if (known === undefined) return;
    this.loaded.delete(name);
    this.loaded.set(name, known);
  }
}
