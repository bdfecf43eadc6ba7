// The page that the viewer is compared with: Photo Sphere Viewer alone, with a small picture first, then the large one.
import { EquirectangularAdapter, Viewer } from "@photo-sphere-viewer/core";
import "@photo-sphere-viewer/core/index.css";
import "./bare-page.css";

const query = new URLSearchParams(location.search);
const [small, large] = [query.get("small") ?? "", query.get("large") ?? ""];
const viewer = new Viewer({
  container: "view",
  adapter: EquirectangularAdapter.withConfig({ useXmpData: false }),
  panorama: small,
  navbar: false,
  loadingTxt: "",
});
viewer.addEventListener("ready", () => void viewer.setPanorama(large, { showLoader: false, transition: false }), {
  once: true,
});
