import { defineConfig } from "vite";

// The demo lets pages of localhost:8000 show its arena.
export default defineConfig({ server: { port: 8000, strictPort: true } });
