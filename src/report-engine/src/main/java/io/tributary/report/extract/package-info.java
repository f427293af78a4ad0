/**
 * Extracts words and their positions from report files: the text layer of a PDF where it is
 * reliable, OCR (Tesseract) elsewhere.
 *
 * <p>Page images are straightened and cleaned with Leptonica, read, and corrected for typical OCR
 * errors. The code blocks and treats every file as untrusted, so it runs in a separate process
 * ({@code io.tributary.report.reader}). Owns no tables. Start with {@link
 * io.tributary.report.extract.PageReader}.
 */
package io.tributary.report.extract;
