package io.tributary.lab.catalogue;

import io.tributary.http.QueryParameters;

/** Page number and size of a numbered list. */
record PageRequest(int page, int size) {
  private static final int SIZE = 50;
  private static final int MOST = 100;

  static PageRequest of(QueryParameters q) {
    return new PageRequest(
        q.integer("page", 1, 1, Integer.MAX_VALUE), q.integer("size", SIZE, 1, MOST));
  }

  long offset() {
    return (long) (page - 1) * size;
  }

  long pages(long total) {
    return (total + size - 1) / size;
  }
}
