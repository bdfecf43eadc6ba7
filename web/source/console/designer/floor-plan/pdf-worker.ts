// The worker in which PDF.js reads a file. It is built into a file of our own origin.
import "pdfjs-dist/build/pdf.worker.min.mjs";
