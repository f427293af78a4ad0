package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.Resource;
import io.tributary.provider.Descriptor;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PullRangeTest {
  private static final Instant NOW = Instant.parse("2026-03-10T09:30:15.5Z");

  private static LocalDate day(String text) {
    return LocalDate.parse(text);
  }

  @Test
  void withoutBoundsItIsTheDaysBeforeNow() {
    PullRange r = PullRange.of(NOW, 7, null, null);
    assertEquals(Instant.parse("2026-03-03T00:00:00Z"), r.start());
    assertEquals(Instant.parse("2026-03-10T09:30:15Z"), r.end());
    assertEquals(new PullRange.Days(day("2026-03-03"), day("2026-03-10")), r.calendarDays());
  }

  @Test
  void whereTheDayHasBegunAlreadyItIsAskedForToo() {
    PullRange late = PullRange.of(Instant.parse("2026-03-10T20:00:00Z"), 1, null, null);
    assertEquals(day("2026-03-11"), late.calendarDays().last());
  }

  @Test
  void boundsCutAndMayLeaveNothing() {
    PullRange cut = PullRange.of(NOW, 30, day("2026-03-01"), day("2026-03-05"));
    assertEquals(Instant.parse("2026-03-01T00:00:00Z"), cut.start());
    assertEquals(Instant.parse("2026-03-05T23:59:59Z"), cut.end());
    assertTrue(PullRange.of(NOW, 7, null, day("2026-01-01")).isEmpty());
    assertTrue(PullRange.of(NOW, 7, day("2026-04-01"), null).isEmpty());
    assertFalse(PullRange.of(NOW, 7, day("2026-03-10"), day("2026-03-10")).isEmpty());
  }

  @Test
  void windowsCoverEachDayOnceNewestFirst() {
    var all = new PullRange.Days(day("2026-01-01"), day("2026-03-10"));
    List<PullRange.Days> windows = PullRange.windows(all, 28);
    assertEquals(day("2026-03-10"), windows.getFirst().last());
    assertEquals(day("2026-01-01"), windows.getLast().first());
    for (int i = 1; i < windows.size(); i++) {
      assertEquals(windows.get(i - 1).first().minusDays(1), windows.get(i).last());
    }
    assertEquals(3, windows.size());
    assertEquals(
        List.of(), PullRange.windows(new PullRange.Days(day("2026-01-02"), day("2026-01-01")), 5));
  }

  @Test
  void anOverrideBeatsTheTeamWhichBeatsTheProviderUnlessItIsFixed() {
    HistoryWindow days = new HistoryWindow(Map.of("", 400, "sleep", 5), 365);
    assertEquals(5, days.days(provider(false), Resource.SLEEP));
    assertEquals(365, days.days(provider(false), Resource.ACTIVITY));
    assertEquals(28, days.days(provider(true), Resource.SLEEP));
    assertEquals(28, new HistoryWindow(Map.of(), 365).days(provider(false), Resource.SLEEP));
  }

  private static Descriptor provider(boolean fixed) {
    Descriptor.Draft draft = Descriptor.of("x", "X");
    return (fixed ? draft.fixedDays(28) : draft.historicalDays(28)).build();
  }
}
