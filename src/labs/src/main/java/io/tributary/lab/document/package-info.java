/**
 * PDF documents of laboratory orders: requisitions, tube labels, collection instructions and result
 * reports.
 *
 * <p>Owns no tables. {@link io.tributary.lab.document.DocumentDataReader} reads the data, {@link
 * io.tributary.lab.document.PdfDocumentRenderer} draws the document on request, on worker threads.
 *
 * <p>Start with {@link io.tributary.lab.document.DocumentRoutes}.
 */
package io.tributary.lab.document;
