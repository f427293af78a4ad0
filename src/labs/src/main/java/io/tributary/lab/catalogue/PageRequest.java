package io.tributary.lab.catalogue;

import io.tributary.http.QueryParameters;

/** Page number and size of a numbered list. */
record PageRequest(int page, int size) {
  private static final int DEFAULT_SIZE = 50;
  private static final int MAX_SIZE = 100;

  static PageRequest parse(QueryParameters q) {
    return new PageRequest(
        q.integer("page", 1, 1, Integer.MAX_VALUE), q.integer("size", DEFAULT_SIZE, 1, MAX_SIZE));
  }

  long offset() {
    return (long) (page - 1) * size;
  }

  long pages(long total) {
    return (total + size - 1) / size;
  }
}
