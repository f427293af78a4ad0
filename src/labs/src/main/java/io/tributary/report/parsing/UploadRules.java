package io.tributary.report.parsing;

import io.tributary.config.ReportConfig.Limits;
import io.tributary.core.ServiceException;
import io.tributary.report.page.ReportFileType;
import io.tributary.report.reader.UnsupportedReportFile;
import java.util.List;
import java.util.Optional;

/** Validation rules of an upload, in order; stateless. */
final class UploadRules {
  private UploadRules() {}

  /**
   * Returns the first fault of the files that is detectable without reading them.
   *
   * @param named whether the message may contain a file name
   */
  static Optional<ServiceException> checkFiles(
      List<UploadParser.FilePart> files, Limits limits, boolean named) {
    for (UploadParser.FilePart f : files) {
      if (f.bytes() == 0) {
        return rejection("a file is empty");
      }
    }
    for (UploadParser.FilePart f : files) {
      if (f.type().flatMap(ReportFileType::fromContentType).isEmpty()) {
        return rejection(
            "the content type of a file must be application/pdf, image/jpeg or image/png");
      }
    }
    for (UploadParser.FilePart f : files) {
      if (!fileType(f).matchesMagicBytes(f.leading())) {
        return rejection(FileContent.mismatch(label(files, f, named), fileType(f), f.leading()));
      }
    }
    if (files.size() > limits.maxFiles()) {
      return rejection("a report can have at most " + limits.maxFiles() + " file(s)");
    }
    return files.size() > 1 && files.stream().anyMatch(f -> fileType(f) == ReportFileType.PDF)
        ? rejection("several files must all be images")
        : Optional.empty();
  }

  private static String label(
      List<UploadParser.FilePart> files, UploadParser.FilePart file, boolean named) {
    return file.name()
        .filter(name -> named)
        .flatMap(FileContent::displayName)
        .orElseGet(() -> files.size() == 1 ? "The file" : "File " + (files.indexOf(file) + 1));
  }

  static ReportFileType fileType(UploadParser.FilePart file) {
    return file.type().flatMap(ReportFileType::fromContentType).orElseThrow();
  }

  /**
   * Returns whether a reader must inspect the files. A single image is accepted without inspection,
   * and the job fails later if it is unreadable.
   */
  static boolean needsInspection(List<UploadParser.FilePart> files) {
    return files.size() > 1 || fileType(files.getFirst()) == ReportFileType.PDF;
  }

  static ServiceException unsupported(UnsupportedReportFile.UnsupportedReason why, Limits limits) {
    return ServiceException.badRequest(
        switch (why) {
          case UNREADABLE -> "the PDF cannot be read: it is damaged or incomplete";
          case ENCRYPTED ->
              "The PDF is encrypted. Remove the password from the PDF, then upload it again.";
          case TOO_MANY_PAGES -> "a PDF can have at most " + limits.maxPages() + " pages";
          case UNDECODABLE -> "an image cannot be read";
        });
  }

  private static Optional<ServiceException> rejection(String detail) {
    return Optional.of(ServiceException.badRequest(detail));
  }
}
