import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

// The demo lets pages of localhost:8000 show its arena.
export default defineConfig({ plugins: [vue()], server: { port: 8000, strictPort: true } });
