package io.tributary.report.reader;

import io.tributary.report.page.ParseFailure;
import io.tributary.report.page.RawReport;
import java.util.Optional;

/**
 * Reply of a reader process; has one of these fields, or none if the process itself failed.
 *
 * @param image base64 in JSON
 */
record ReaderReply(
    Optional<Integer> pages,
    Optional<RawReport> report,
    Optional<byte[]> image,
    Optional<UnsupportedReportFile.UnsupportedReason> unfit,
    Optional<ParseFailure> failure) {
  static final ReaderReply NONE =
      new ReaderReply(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  static ReaderReply pages(int pages) {
    return new ReaderReply(Optional.of(pages), NONE.report, NONE.image, NONE.unfit, NONE.failure);
  }

  static ReaderReply report(RawReport report) {
    return new ReaderReply(NONE.pages, Optional.of(report), NONE.image, NONE.unfit, NONE.failure);
  }

  static ReaderReply image(byte[] jpeg) {
    return new ReaderReply(NONE.pages, NONE.report, Optional.of(jpeg), NONE.unfit, NONE.failure);
  }

  static ReaderReply unfit(UnsupportedReportFile.UnsupportedReason why) {
    return new ReaderReply(NONE.pages, NONE.report, NONE.image, Optional.of(why), NONE.failure);
  }

  static ReaderReply failure(ParseFailure failure) {
    return new ReaderReply(NONE.pages, NONE.report, NONE.image, NONE.unfit, Optional.of(failure));
  }
}
