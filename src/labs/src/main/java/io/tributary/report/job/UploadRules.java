package io.tributary.report.job;

import io.tributary.config.ReportConfig.Limits;
import io.tributary.kernel.Refusal;
import io.tributary.report.page.Media;
import io.tributary.report.reader.Unfit;
import java.util.List;
import java.util.Optional;

/** What an upload may be, check by check: lab-report-parsing.md §2. Pure. */
final class UploadRules {
  private UploadRules() {}

  /** What is wrong with the files as they came, before anybody looks into them. */
  static Optional<Refusal> files(List<Upload.FilePart> files, Limits limits) {
    for (Upload.FilePart f : files) {
      if (f.bytes() == 0) {
        return refused("a file is empty");
      }
    }
    for (Upload.FilePart f : files) {
      if (f.type().flatMap(Media::of).isEmpty()) {
        return refused("a file must say that it is application/pdf, image/jpeg or image/png");
      }
    }
    for (Upload.FilePart f : files) {
      if (!media(f).fits(f.leading())) {
        return refused("a file is not of the type that it says");
      }
    }
    if (files.size() > limits.maxFiles()) {
      return refused("a report may have " + limits.maxFiles() + " file(s)");
    }
    return files.size() > 1 && files.stream().anyMatch(f -> media(f) == Media.PDF)
        ? refused("several files must all be images")
        : Optional.empty();
  }

  static Media media(Upload.FilePart file) {
    return file.type().flatMap(Media::of).orElseThrow();
  }

  /** A single image is taken as it is: whether it can be read shows later. */
  static boolean mustBeInspected(List<Upload.FilePart> files) {
    return files.size() > 1 || media(files.getFirst()) == Media.PDF;
  }

  static Refusal unfit(Unfit.Why why, Limits limits) {
    return Refusal.invalid(
        switch (why) {
          case UNREADABLE -> "the PDF cannot be read: it is damaged or cut off";
          case ENCRYPTED -> "the PDF is encrypted: send it without a password";
          case TOO_MANY_PAGES -> "a PDF may have " + limits.maxPages() + " pages";
          case UNDECODABLE -> "an image cannot be read";
        });
  }

  private static Optional<Refusal> refused(String detail) {
    return Optional.of(Refusal.invalid(detail));
  }
}
