/**
 * Data model of report contents, shared by PDF text extraction, OCR and interpretation.
 *
 * <p>Holds pages with positioned words, the raw rows found on them, supported file types and parse
 * failures. Owns no tables. Start with {@link io.tributary.report.page.RawReport}.
 */
package io.tributary.report.page;
