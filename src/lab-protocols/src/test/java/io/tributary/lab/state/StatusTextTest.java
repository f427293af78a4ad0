package io.tributary.lab.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StatusTextTest {
  @Test
  void fullStatusesAreThoseOfTheContract() {
    Set<String> named =
        SpecificationRows.of("statuses.csv").stream()
            .map(List::getFirst)
            .collect(Collectors.toSet());
    assertEquals(54, named.size());
    assertEquals(named, FullStatus.all());
  }

  @Test
  void aFullStatusIsReadBackAsItsParts() {
    for (Modality modality : Modality.values()) {
      for (LowStatus low : modality.transitions().states()) {
        String text = FullStatus.format(modality, low);
        assertEquals(Optional.of(low), FullStatus.lowStatus(text));
        assertEquals(Optional.of(modality.collectionMethod()), FullStatus.collectionMethod(text));
        assertEquals(Optional.of(text), FullStatus.canonical(text));
      }
    }
  }

  @Test
  void otherSpellingsAreReadAndNeverWritten() {
    assertEquals(
        Optional.of("received.testkit.registered"),
        FullStatus.canonical("received.testkit.testkit_registered"));
    assertEquals(
        Optional.of("sample_with_lab.on_site_collection.draw_completed"),
        FullStatus.canonical("collecting_sample.on_site_collection.draw_completed"));
    assertEquals(
        Optional.of(LowStatus.REGISTERED),
        FullStatus.lowStatus("received.testkit.testkit_registered"));
  }

  @Test
  void whatNamesNoStatusIsNone() {
    for (String text :
        List.of(
            "",
            "ordered",
            "received.walk_in_test",
            "received.walk_in_test.lost",
            "completed.walk_in_test.ordered",
            "RECEIVED.WALK_IN_TEST.ORDERED",
            "received.walk_in_test.ordered.")) {
      assertEquals(Optional.empty(), FullStatus.canonical(text), text);
      assertEquals(Optional.empty(), FullStatus.lowStatus(text), text);
      assertEquals(Optional.empty(), FullStatus.collectionMethod(text), text);
    }
    assertEquals(Optional.empty(), LowStatus.fromWireName("COMPLETED"));
    assertEquals(Optional.empty(), StatusDetail.fromWireName("lost"));
  }

  @Test
  void everyStepBelongsToAModality() {
    Set<LowStatus> used = EnumSet.noneOf(LowStatus.class);
    for (Modality modality : Modality.values()) {
      used.addAll(modality.transitions().states());
    }
    assertEquals(EnumSet.allOf(LowStatus.class), used);
    for (LowStatus low : LowStatus.values()) {
      assertEquals(Optional.of(low), LowStatus.fromWireName(low.wireName()));
    }
  }

  @Test
  void detailsAreThoseOfTheContract() {
    Set<String> expected =
        SpecificationRows.of("details.csv").stream()
            .filter(row -> !row.get(1).isEmpty())
            .map(row -> String.join(",", row))
            .collect(Collectors.toSet());
    Set<String> own = new HashSet<>();
    for (StatusDetail detail : StatusDetail.values()) {
      own.add(detail.status().wireName() + "," + detail.wireName() + "," + detail.isRecoverable());
      assertEquals(Optional.of(detail), StatusDetail.fromWireName(detail.wireName()));
      assertTrue(StatusDetail.allowedWith(detail.status()).contains(detail));
    }
    assertEquals(9, own.size());
    assertEquals(expected, own);
    assertEquals(Set.of(), StatusDetail.allowedWith(LowStatus.ORDERED));
  }

  @Test
  void aDetailStandsWithItsStatusOnly() {
    for (StatusDetail detail : StatusDetail.values()) {
      for (LowStatus low : LowStatus.values()) {
        if (low == detail.status()) {
          assertEquals(Status.of(detail), new Status(low, Optional.of(detail)));
        } else {
          assertThrows(IllegalArgumentException.class, () -> new Status(low, Optional.of(detail)));
        }
      }
    }
  }
}
