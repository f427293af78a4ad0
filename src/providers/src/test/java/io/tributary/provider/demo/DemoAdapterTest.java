package io.tributary.provider.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleKey;
import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Feed;
import io.tributary.provider.Puller;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DemoAdapterTest {
  private static final Instant NOW = Instant.parse("2026-03-29T15:30:00Z");
  private static final List<Adapter> ADAPTERS = DemoAdapter.all(30, Duration.ofHours(2));

  private record User(UUID userId) implements Puller.Account {
    @Override
    public AppCredentials app() {
      throw new IllegalStateException("no app");
    }

    @Override
    public String accessToken() {
      throw new IllegalStateException("no token");
    }

    @Override
    public void tokenRejected(String accessToken) {}

    @Override
    public void acquirePermits(int calls) {}

    @Override
    public void backOff(Duration pause) {}

    @Override
    public Instant connectedAt() {
      return NOW;
    }

    @Override
    public List<String> scopes() {
      return null;
    }

    @Override
    public ZoneId fallbackZone() {
      return null;
    }

    @Override
    public LocalDate fallbackBirthDate() {
      return null;
    }

    @Override
    public ObjectNode state() {
      return Json.object();
    }

    @Override
    public void updateState(ObjectNode patch) {
      throw new IllegalStateException("nothing is kept");
    }
  }

  private static NormalizedBatch pull(
      Adapter a, Feed f, UUID user, String first, String last, Instant now) {
    Puller.Page page =
        a.puller()
            .orElseThrow()
            .pull(
                new User(user),
                f,
                new Puller.Window(LocalDate.parse(first), LocalDate.parse(last), now),
                null);
    assertNull(page.next());
    return page.batch();
  }

  @Test
  void everyFeedBringsEachOfItsResourcesWithinAMonth() {
    for (Adapter a : ADAPTERS) {
      for (Feed f : a.descriptor().feeds()) {
        Set<Resource> seen = EnumSet.noneOf(Resource.class);
        for (int user = 0; user < 3; user++) {
          NormalizedBatch b = pull(a, f, new UUID(7, user), "2026-02-20", "2026-03-30", NOW);
          b.samples().forEach(s -> seen.add(s.resource()));
          b.summaries().forEach(s -> seen.add(s.summary().resource()));
          assertFalse(b.devices().isEmpty());
        }
        assertEquals(f.resources(), seen, a.descriptor().slug() + " " + f.name());
        assertTrue(a.descriptor().resources().containsAll(f.resources()));
      }
    }
  }

  @Test
  void theSameUserHasTheSameDataAndAnotherHasOthers() {
    for (Adapter a : ADAPTERS) {
      for (Feed f : a.descriptor().feeds()) {
        UUID user = new UUID(1, 2);
        NormalizedBatch once = pull(a, f, user, "2026-03-01", "2026-03-29", NOW);
        assertEquals(once, pull(a, f, user, "2026-03-01", "2026-03-29", NOW));
        assertFalse(
            once.equals(pull(a, f, new UUID(1, 3), "2026-03-01", "2026-03-29", NOW)), f.name());
      }
    }
  }

  @Test
  void windowsSideBySideAreOneWindow() {
    for (Adapter a : ADAPTERS) {
      for (Feed f : a.descriptor().feeds()) {
        if (f.resources().contains(Resource.PROFILE)) {
          continue;
        }
        UUID user = new UUID(5, 5);
        NormalizedBatch.Builder both = NormalizedBatch.builder();
        for (NormalizedBatch b :
            List.of(
                pull(a, f, user, "2026-03-20", "2026-03-24", NOW),
                pull(a, f, user, "2026-03-25", "2026-03-29", NOW))) {
          b.samples().forEach(both::add);
          b.summaries().forEach(s -> both.add(s.summary(), s.source()));
        }
        NormalizedBatch one = pull(a, f, user, "2026-03-20", "2026-03-29", NOW);
        assertEquals(one.samples(), both.build().samples());
        assertEquals(one.summaries(), both.build().summaries());
      }
    }
  }

  @Test
  void newDataComeEveryTwoHoursAndOldOnesStay() {
    for (Adapter a : ADAPTERS) {
      int grown = 0;
      for (Feed f : a.descriptor().feeds()) {
        UUID user = new UUID(9, 9);
        Set<Sample> before = samples(a, f, user, NOW);
        assertEquals(before, samples(a, f, user, NOW.plus(29, ChronoUnit.MINUTES)));
        Set<Sample> after = samples(a, f, user, NOW.plus(30, ChronoUnit.MINUTES));
        assertTrue(after.containsAll(before), f.name());
        grown += after.size() - before.size();
      }
      assertTrue(grown > 0, a.descriptor().slug());
    }
  }

  private static Set<Sample> samples(Adapter a, Feed f, UUID user, Instant now) {
    return new HashSet<>(pull(a, f, user, "2026-03-27", "2026-03-30", now).samples());
  }

  @Test
  void nothingIsOlderThanTheMonthOrNewerThanNow() {
    for (Adapter a : ADAPTERS) {
      for (Feed f : a.descriptor().feeds()) {
        NormalizedBatch b = pull(a, f, new UUID(4, 4), "2025-12-01", "2026-04-10", NOW);
        for (LocalDate day : b.days()) {
          assertFalse(day.isBefore(LocalDate.parse("2026-02-26")), f.name());
          assertFalse(day.isAfter(LocalDate.parse("2026-03-30")), f.name());
        }
        for (Sample s : b.samples()) {
          assertTrue(s.offsetSeconds() == null || !s.at().isAfter(NOW), f.name());
        }
      }
    }
  }

  @Test
  void noTwoSamplesShareAnIdentity() {
    for (Adapter a : ADAPTERS) {
      for (Feed f : a.descriptor().feeds()) {
        List<Sample> all = pull(a, f, new UUID(3, 3), "2026-02-27", "2026-03-29", NOW).samples();
        Set<SampleKey> keys = all.stream().map(Sample::key).collect(Collectors.toSet());
        assertEquals(all.size(), keys.size(), f.name());
      }
    }
  }

  @Test
  void glucoseStandsAtTheWallClockWithoutOffset() {
    Adapter libre =
        ADAPTERS.stream()
            .filter(a -> a.descriptor().slug().equals("freestyle_libre"))
            .findFirst()
            .orElseThrow();
    for (Feed f : libre.descriptor().feeds()) {
      for (Sample s : pull(libre, f, new UUID(2, 2), "2026-03-10", "2026-03-12", NOW).samples()) {
        assertNull(s.offsetSeconds());
        if (s.resource() != Resource.GLUCOSE) {
          assertEquals(0, s.at().getEpochSecond() % 3600);
        }
      }
    }
    assertEquals(
        99,
        pull(
                libre,
                libre.descriptor().feed("sensor").orElseThrow(),
                new UUID(2, 2),
                "2026-03-10",
                "2026-03-10",
                NOW)
            .samples()
            .size());
  }
}
