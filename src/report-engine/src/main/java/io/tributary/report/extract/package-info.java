/**
 * Words with their places out of files: the text of PDFs where it is sound, OCR where it is not.
 * Blocks, and trusts no file: runs in a process of its own. Owns no tables.
 */
package io.tributary.report.extract;
