package io.tributary.report.reader;

import java.util.List;

/**
 * Request to a reader process.
 *
 * @param files absolute paths of one PDF, or of images with one page each
 * @param page page number of an image, from 1
 * @param width width of an image in pixels
 */
record ReaderRequest(Kind kind, List<String> files, int page, int width) {
  enum Kind {
    INSPECT,
    READ,
    IMAGE
  }

  ReaderRequest {
    files = List.copyOf(files);
  }
}
