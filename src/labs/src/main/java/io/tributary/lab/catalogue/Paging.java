package io.tributary.lab.catalogue;

import io.tributary.http.Query;

/** One page of a numbered list. */
record Paging(int page, int size) {
  private static final int SIZE = 50;
  private static final int MOST = 100;

  static Paging of(Query q) {
    return new Paging(q.integer("page", 1, 1, Integer.MAX_VALUE), q.integer("size", SIZE, 1, MOST));
  }

  long offset() {
    return (long) (page - 1) * size;
  }

  long pages(long total) {
    return (total + size - 1) / size;
  }
}
