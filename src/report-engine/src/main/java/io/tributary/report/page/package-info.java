/** Pages of a report as words with places: what PDF text and OCR have in common. Owns no tables. */
package io.tributary.report.page;
