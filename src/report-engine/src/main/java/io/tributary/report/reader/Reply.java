package io.tributary.report.reader;

import io.tributary.report.page.Failure;
import io.tributary.report.page.PrintedReport;
import java.util.Optional;

/**
 * What a child answers; one of these, or none where it failed itself.
 *
 * @param image as the JSON of bytes: base64
 */
record Reply(
    Optional<Integer> pages,
    Optional<PrintedReport> report,
    Optional<byte[]> image,
    Optional<Unfit.Why> unfit,
    Optional<Failure> failure) {
  static final Reply NONE =
      new Reply(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  static Reply pages(int pages) {
    return new Reply(Optional.of(pages), NONE.report, NONE.image, NONE.unfit, NONE.failure);
  }

  static Reply report(PrintedReport report) {
    return new Reply(NONE.pages, Optional.of(report), NONE.image, NONE.unfit, NONE.failure);
  }

  static Reply image(byte[] jpeg) {
    return new Reply(NONE.pages, NONE.report, Optional.of(jpeg), NONE.unfit, NONE.failure);
  }

  static Reply unfit(Unfit.Why why) {
    return new Reply(NONE.pages, NONE.report, NONE.image, Optional.of(why), NONE.failure);
  }

  static Reply failure(Failure failure) {
    return new Reply(NONE.pages, NONE.report, NONE.image, NONE.unfit, Optional.of(failure));
  }
}
