package io.tributary.report.extract;

import java.time.Duration;

/**
 * What one file may cost.
 *
 * @param pages of a PDF
 * @param pixels of an image, before it is decoded
 * @param page time for one page; whoever runs the reader ends it soon after
 */
public record ReaderLimits(int pages, long pixels, Duration page) {
  public ReaderLimits {
    if (pages < 1 || pixels < 1 || page.isNegative() || page.isZero()) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /** 30 pages, images of 120 million pixels, a minute for a page. */
  public static ReaderLimits defaults() {
    return new ReaderLimits(30, 120_000_000, Duration.ofMinutes(1));
  }
}
