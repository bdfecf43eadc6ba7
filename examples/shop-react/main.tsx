import { createRoot } from "react-dom/client";
import { Shop } from "./shop";
import "./shop.css";

createRoot(document.querySelector("main")!).render(<Shop />);
