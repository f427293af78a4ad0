package io.tributary.report.extract;

import java.time.Duration;

/**
 * Resource limits for one file.
 *
 * @param pages of a PDF
 * @param pixels of an image, checked before decoding
 * @param page time for one page; the caller stops the reader soon after
 */
public record ReaderLimits(int pages, long pixels, Duration page) {
  public ReaderLimits {
    if (pages < 1 || pixels < 1 || page.isNegative() || page.isZero()) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /** Returns 30 pages, images of 120 million pixels and one minute per page. */
  public static ReaderLimits defaults() {
    return new ReaderLimits(30, 120_000_000, Duration.ofMinutes(1));
  }
}
