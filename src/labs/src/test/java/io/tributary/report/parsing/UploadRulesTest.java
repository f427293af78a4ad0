package io.tributary.report.parsing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.config.Defaults;
import io.tributary.report.reader.UnsupportedReportFile.UnsupportedReason;
import org.junit.jupiter.api.Test;

class UploadRulesTest {
  @Test
  void anEncryptedPdfGetsTheRemedy() {
    assertEquals(
        "The PDF is encrypted. Remove the password from the PDF, then upload it again.",
        UploadRules.unsupported(UnsupportedReason.ENCRYPTED, Defaults.config().report().limits())
            .detail()
            .asText());
  }
}
