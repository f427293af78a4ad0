package io.tributary.provider.withings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.document.LenientJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WithingsHeartPageTest {
  private static LenientJson recording(long at, int signal) {
    ObjectNode out = Json.object().put("timestamp", at);
    out.putObject("ecg").put("signalid", signal);
    return LenientJson.of(out);
  }

  /** Returns the signals of all pages in read order. */
  private static List<String> read(List<LenientJson> listed) {
    List<String> out = new ArrayList<>();
    JsonNode cursor = null;
    do {
      WithingsHeartPage page = WithingsHeartPage.of(listed, cursor);
      page.recordings().forEach(d -> out.add(d.child("ecg").id("signalid")));
      cursor = page.next().orElse(null);
    } while (cursor != null);
    return out;
  }

  @Test
  void recordingsOfOneSecondOnBothSidesOfAnEdgeAreEachReadOnce() {
    List<LenientJson> listed =
        List.of(recording(100, 7), recording(60, 4), recording(100, 8), recording(100, 9));
    assertEquals(List.of("4", "7", "8", "9"), read(listed));
    assertEquals(List.of("4", "7", "8", "9"), read(listed.reversed()));
  }

  @Test
  void whatHasNoSignalOrTimeIsNoRecording() {
    assertEquals(
        List.of("5"),
        read(
            List.of(
                recording(60, 5),
                LenientJson.of(Json.object().put("timestamp", 61)),
                LenientJson.of(Json.object().set("ecg", Json.object().put("signalid", 6))))));
  }
}
