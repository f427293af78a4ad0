package io.tributary.report.reader;

import java.util.List;

/**
 * What a child is asked.
 *
 * @param files absolute paths of one PDF, or of images of a page each
 * @param page from 1, of an image
 * @param width in pixels, of an image
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
