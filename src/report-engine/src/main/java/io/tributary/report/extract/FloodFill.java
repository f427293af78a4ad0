package io.tributary.report.extract;

/** Morphology and region filling on a small black-and-white image. */
final class FloodFill {
  private final int width;
  private final int height;

  FloodFill(int width, int height) {
    this.width = width;
    this.height = height;
  }

  /** Closes gaps up to twice the radius. */
  boolean[] close(boolean[] in, int radius) {
    return grow(grow(in, radius, true), radius, false);
  }

  private boolean[] grow(boolean[] in, int radius, boolean value) {
    boolean[] rows = new boolean[in.length];
    boolean[] out = new boolean[in.length];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        boolean hit = false;
        for (int i = Math.max(0, x - radius); i <= Math.min(width - 1, x + radius) && !hit; i++) {
          hit = in[y * width + i] == value;
        }
        rows[y * width + x] = hit == value;
      }
    }
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        boolean hit = false;
        for (int i = Math.max(0, y - radius); i <= Math.min(height - 1, y + radius) && !hit; i++) {
          hit = rows[i * width + x] == value;
        }
        out[y * width + x] = hit == value;
      }
    }
    return out;
  }

  /** Returns the largest connected area, or null if there is none. */
  boolean[] largest(boolean[] in) {
    int[] label = new int[in.length];
    int[] stack = new int[in.length];
    int labels = 0;
    int best = 0;
    int bestSize = 0;
    for (int start = 0; start < in.length; start++) {
      if (in[start] && label[start] == 0) {
        int size = fill(in, label, stack, start, ++labels);
        if (size > bestSize) {
          bestSize = size;
          best = labels;
        }
      }
    }
    if (best == 0) {
      return null;
    }
    boolean[] out = new boolean[in.length];
    for (int i = 0; i < in.length; i++) {
      out[i] = label[i] == best;
    }
    return out;
  }

  private int fill(boolean[] in, int[] label, int[] stack, int start, int number) {
    int top = 0;
    int size = 0;
    stack[top++] = start;
    label[start] = number;
    while (top > 0) {
      int at = stack[--top];
      size++;
      int x = at % width;
      int[] next = {x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width};
      for (int n : next) {
        if (n >= 0 && n < in.length && in[n] && label[n] == 0) {
          label[n] = number;
          stack[top++] = n;
        }
      }
    }
    return size;
  }
}
