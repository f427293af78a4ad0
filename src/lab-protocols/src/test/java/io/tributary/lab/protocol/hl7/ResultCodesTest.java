package io.tributary.lab.protocol.hl7;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.state.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResultCodesTest {
  private static List<String[]> rows(String table) throws IOException {
    try (InputStream in = ResultCodesTest.class.getResourceAsStream("/lab/protocol/codes.csv")) {
      List<String[]> out =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.split(";", -1))
              .filter(row -> row[0].equals(table))
              .toList();
      assertTrue(out.size() > 9, table);
      return out;
    }
  }

  private static Optional<Interpretation> read(String... flags) {
    return ResultCodes.interpretation(List.of(flags), Map.of());
  }

  @Test
  void flagsMeanWhatTheContractSays() throws IOException {
    for (String[] row : rows("flag")) {
      Interpretation meant = Interpretation.valueOf(row[2].toUpperCase(Locale.ROOT));
      // Without a flag, the interpretation follows from the range.
      assertEquals(row[1].isEmpty() ? Optional.empty() : Optional.of(meant), read(row[1]), row[1]);
    }
  }

  @Test
  void theWorstOfSeveralFlagsCounts() {
    assertEquals(Optional.of(Interpretation.CRITICAL), read("N", "HH", "A"));
    assertEquals(Optional.of(Interpretation.ABNORMAL), read("N", "whatever", "H"));
    assertEquals(Optional.of(Interpretation.UNKNOWN), read("N", "whatever"));
    assertEquals(Optional.empty(), read());
    assertEquals(Optional.empty(), read("", " "));
    assertEquals(Optional.of(Interpretation.ABNORMAL), read(" h "));
  }

  @Test
  void aLaboratoryMayMeanSomethingElse() {
    assertEquals(
        Optional.of(Interpretation.CRITICAL),
        ResultCodes.interpretation(List.of("A"), Map.of("A", Interpretation.CRITICAL)));
  }

  @Test
  void resultStatusesMeanWhatTheContractSays() throws IOException {
    for (String[] row : rows("result")) {
      ResultAction action = ResultCodes.resultAction(row[1]);
      String said = row[2];
      ResultAction meant =
          said.startsWith("final")
              ? ResultAction.FINAL
              : said.startsWith("partial")
                  ? ResultAction.PARTIAL
                  : said.startsWith("pending")
                      ? ResultAction.PENDING
                      : said.startsWith("correction")
                          ? ResultAction.CORRECTION
                          : said.startsWith("delete")
                              ? ResultAction.DELETE
                              : said.startsWith("withdraw")
                                  ? ResultAction.WITHDRAW
                                  : said.startsWith("missing")
                                      ? ResultAction.MISSING
                                      : ResultAction.IGNORE;
      assertEquals(meant, action, row[1] + " " + said);
    }
    assertEquals(ResultAction.PARTIAL, ResultCodes.resultAction("?"));
    assertEquals(ResultAction.PARTIAL, ResultCodes.resultAction(""));
  }

  @Test
  void testStatusesMeanWhatTheContractSays() throws IOException {
    for (String[] row : rows("panel")) {
      PanelStatus meant =
          switch (row[2]) {
            case "final" -> PanelStatus.FINAL;
            case "partial" -> PanelStatus.PARTIAL;
            case "none" -> PanelStatus.NONE;
            case "final, all missing" -> PanelStatus.ALL_MISSING;
            case "unmatched" -> PanelStatus.UNMATCHED;
            default -> throw new IllegalArgumentException(row[2]);
          };
      assertEquals(meant, ResultCodes.panelStatus(row[1]), row[1]);
    }
    assertEquals(PanelStatus.PARTIAL, ResultCodes.panelStatus(""));
  }

  @Test
  void rejectedSamplesGoWhereTheContractSays() throws IOException {
    for (String[] row : rows("rejection")) {
      Status status = ResultCodes.rejection(row[1]).orElseThrow();
      assertEquals(
          row[2],
          status.low().wireName() + "/" + status.detail().map(d -> d.wireName()).orElse(""));
    }
    assertEquals(Optional.empty(), ResultCodes.rejection("ZZ"));
  }
}
