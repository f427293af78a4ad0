package io.tributary.read;

import static io.tributary.read.MergeTestSample.MINUTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.Resource;
import io.tributary.sampleblock.EpochMicros;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks that the merge counts each instant once and keeps the remaining part of each sample. */
class SourceMergeTest {
  private static final int RUNS = 2000;
  private static final double EXACT = 1e-6;

  private static MergeTestSample of(int source, long start, long end, double value) {
    return new MergeTestSample(source, start * MINUTE, end * MINUTE, value);
  }

  private static double total(MergeTestSample... samples) {
    return MergeTestSample.total(MergeTestSample.merged(List.of(samples)));
  }

  private static double sum(List<MergeTestSample> samples, int source) {
    return samples.stream()
        .filter(m -> source < 0 || m.source() == source)
        .mapToDouble(MergeTestSample::value)
        .sum();
  }

  @Test
  void theTotalIsNotAboveTheSumOfAllNorBelowWhatTheBestSourceHas() {
    for (int seed = 0; seed < RUNS; seed++) {
      List<MergeTestSample> samples = MergeTestSample.random(new Random(seed));
      double total = MergeTestSample.total(MergeTestSample.merged(samples));
      int best = samples.stream().mapToInt(MergeTestSample::source).min().orElseThrow();
      assertTrue(total <= sum(samples, -1) + EXACT, "seed " + seed);
      assertTrue(total >= sum(samples, best) - EXACT, "seed " + seed);
    }
  }

  @Test
  void eachMinuteCountsOfItsBestSourceOnly() {
    for (int seed = 0; seed < RUNS; seed++) {
      List<MergeTestSample> samples = MergeTestSample.random(new Random(seed));
      double wanted = 0;
      for (MergeTestSample m : samples) {
        if (m.start() == m.end()) {
          wanted += samples.stream().noneMatch(o -> takes(o, m, m.start())) ? m.value() : 0;
        }
        for (long t = m.start(); t < m.end(); t += MINUTE) {
          long at = t;
          boolean lost = samples.stream().anyMatch(o -> o.start() < o.end() && takes(o, m, at));
          wanted += lost ? 0 : m.value() * MINUTE / (m.end() - m.start());
        }
      }
      assertEquals(
          wanted, MergeTestSample.total(MergeTestSample.merged(samples)), EXACT, "seed " + seed);
    }
  }

  private static boolean takes(MergeTestSample other, MergeTestSample m, long at) {
    return other.source() < m.source()
        && (other.start() == at || other.start() < at && other.end() > at);
  }

  @Test
  void partsLieInTheirSampleAndAddUpWithWhatWasTaken() {
    for (int seed = 0; seed < RUNS; seed++) {
      List<MergeTestSample> samples = MergeTestSample.random(new Random(seed));
      for (MergeTestSample m : Set.copyOf(samples)) {
        List<MergeTestSample.RemainingSample> parts =
            MergeTestSample.merged(samples).stream().filter(p -> p.of() == m).toList();
        long at = m.start();
        long time = 0;
        for (MergeTestSample.RemainingSample p : parts) {
          assertTrue(p.start() >= at && p.end() <= m.end(), "seed " + seed);
          assertTrue(p.end() > p.start() || m.start() == m.end(), "seed " + seed);
          at = p.end();
          time += p.end() - p.start();
        }
        if (m.start() < m.end()) {
          double lost = m.value() * (m.end() - m.start() - time) / (m.end() - m.start());
          assertEquals(m.value(), MergeTestSample.total(parts) + lost, EXACT, "seed " + seed);
        }
      }
    }
  }

  @Test
  void noTimeIsCountedOfTwoSources() {
    for (int seed = 0; seed < RUNS; seed++) {
      List<MergeTestSample.RemainingSample> parts =
          new ArrayList<>(MergeTestSample.merged(MergeTestSample.random(new Random(seed))));
      parts.removeIf(p -> p.start() == p.end());
      parts.sort(Comparator.comparingLong(MergeTestSample.RemainingSample::start));
      for (int i = 0; i < parts.size(); i++) {
        for (int j = i + 1; j < parts.size() && parts.get(j).start() < parts.get(i).end(); j++) {
          assertEquals(parts.get(i).of().source(), parts.get(j).of().source(), "seed " + seed);
        }
      }
    }
  }

  @Test
  void theOrderInWhichSamplesComeIsIrrelevant() {
    for (int seed = 0; seed < RUNS; seed++) {
      List<MergeTestSample> samples = MergeTestSample.random(new Random(seed));
      Set<MergeTestSample.RemainingSample> parts = Set.copyOf(MergeTestSample.merged(samples));
      List<MergeExplanation.MergeInterval> stretches =
          MergeTestSample.mergeIntervals(samples, 0, 600 * MINUTE);
      List<MergeTestSample> other = new ArrayList<>(samples);
      Collections.shuffle(other, new Random(seed + 1));
      assertEquals(parts, Set.copyOf(MergeTestSample.merged(other)), "seed " + seed);
      assertEquals(
          told(stretches),
          told(MergeTestSample.mergeIntervals(other, 0, 600 * MINUTE)),
          "seed " + seed);
    }
  }

  private static List<String> told(List<MergeExplanation.MergeInterval> stretches) {
    return stretches.stream()
        .map(
            s ->
                s.start()
                    + ".."
                    + s.end()
                    + Arrays.toString(s.sources())
                    + Arrays.toString(s.values()))
        .toList();
  }

  @Test
  void oneSourceAloneIsWhatItWasEvenWhereItsOwnSamplesOverlap() {
    for (int seed = 0; seed < RUNS; seed++) {
      List<MergeTestSample> samples =
          MergeTestSample.random(new Random(seed)).stream()
              .map(m -> new MergeTestSample(3, m.start(), m.end(), m.value()))
              .toList();
      Set<MergeTestSample.RemainingSample> whole =
          samples.stream()
              .map(m -> new MergeTestSample.RemainingSample(m, m.start(), m.end(), m.value()))
              .collect(Collectors.toSet());
      assertEquals(whole, Set.copyOf(MergeTestSample.merged(samples)), "seed " + seed);
    }
  }

  @Test
  void whatASourceMeasuredAsNothingTakesTheTimeAndNoSampleTakesNone() {
    // The watch was worn at rest in the first five minutes and not worn in the others.
    assertEquals(50, total(of(0, 0, 5, 0), of(1, 0, 10, 100)));
    assertEquals(100, total(of(0, 20, 25, 30), of(1, 0, 10, 100)) - 30);
  }

  @Test
  void aSampleIsCutWhereABetterOneBeginsAndGoesOnWhereItEnds() {
    MergeTestSample phone = of(1, 0, 10, 100);
    List<MergeTestSample.RemainingSample> parts =
        MergeTestSample.merged(List.of(of(0, 3, 5, 7), phone));
    assertEquals(
        List.of(
            new MergeTestSample.RemainingSample(of(0, 3, 5, 7), 3 * MINUTE, 5 * MINUTE, 7),
            new MergeTestSample.RemainingSample(phone, 0, 3 * MINUTE, 30),
            new MergeTestSample.RemainingSample(phone, 5 * MINUTE, 10 * MINUTE, 50)),
        parts);
  }

  @Test
  void aMomentaryReadingTakesNoTimeAndGivesWayToWhoHasItsInstant() {
    MergeTestSample reading = of(1, 5, 5, 3);
    assertEquals(103, total(reading, of(2, 0, 10, 100)));
    assertEquals(3, total(reading, of(0, 10, 20, 0)));
    assertEquals(0, total(reading, of(0, 5, 20, 0)));
    assertEquals(3, total(reading, of(0, 0, 5, 0)));
    assertEquals(9, total(reading, of(0, 5, 5, 9)));
    assertEquals(12, total(reading, of(0, 6, 6, 9)));
    assertEquals(6, total(reading, of(1, 5, 5, 3)));
  }

  @Test
  void whatIsLongerThanTheLongestDayTakesNoPart() {
    long day = 25 * 60;
    assertEquals(1, total(of(0, 0, day + 1, 9), of(1, 0, 10, 1)));
    assertEquals(9, total(of(0, 0, day, 9), of(1, 0, 10, 1)));
  }

  /** An app's daily total beside a watch that is worn from 01:30 to 03:30 local time. */
  @Test
  void aDayThatIsLongerOrShorterIsCutByTheTimeThatPassed() {
    for (String[] day : new String[][] {{"2026-03-29", "23", "60"}, {"2026-10-25", "25", "180"}}) {
      ZoneId berlin = ZoneId.of("Europe/Berlin");
      LocalDate date = LocalDate.parse(day[0]);
      int hours = Integer.parseInt(day[1]);
      int worn = Integer.parseInt(day[2]);
      long midnight = EpochMicros.of(date.atStartOfDay(berlin).toInstant());
      long next = EpochMicros.of(date.plusDays(1).atStartOfDay(berlin).toInstant());
      assertEquals(hours * 60 * MINUTE, next - midnight);
      long on = EpochMicros.of(date.atTime(LocalTime.of(1, 30)).atZone(berlin).toInstant());
      long off = EpochMicros.of(date.atTime(LocalTime.of(3, 30)).atZone(berlin).toInstant());
      List<MergeTestSample> samples = new ArrayList<>();
      samples.add(new MergeTestSample(1, midnight, next, hours * 60.0));
      for (long t = on; t < off; t += MINUTE) {
        samples.add(new MergeTestSample(0, t, t + MINUTE, 2));
      }
      assertEquals(worn, samples.size() - 1);
      // One a minute from the app where the watch has no data, two from the watch.
      assertEquals(
          hours * 60 + worn, MergeTestSample.total(MergeTestSample.merged(samples)), EXACT);
      List<MergeExplanation.MergeInterval> stretches =
          MergeTestSample.mergeIntervals(samples, midnight, next);
      long time = stretches.stream().mapToLong(s -> s.end() - s.start()).sum();
      assertEquals(next - midnight, time);
    }
  }

  @Test
  void stretchesShowWhatCountsAndWhatDoesNot() {
    for (int seed = 0; seed < RUNS; seed++) {
      List<MergeTestSample> samples = MergeTestSample.random(new Random(seed));
      List<MergeExplanation.MergeInterval> stretches =
          MergeTestSample.mergeIntervals(samples, 0, 600 * MINUTE);
      double won = 0;
      double lost = 0;
      long at = 0;
      for (MergeExplanation.MergeInterval s : stretches) {
        assertTrue(s.start() >= at && s.end() >= s.start(), "seed " + seed);
        assertTrue(s.start() / 60 / MINUTE == Math.max(s.start(), s.end() - 1) / 60 / MINUTE);
        at = s.end();
        won += s.values()[0];
        lost += Arrays.stream(s.values()).skip(1).sum();
      }
      double total = MergeTestSample.total(MergeTestSample.merged(samples));
      assertEquals(total, won, EXACT, "seed " + seed);
      assertEquals(sum(samples, -1) - total, lost, EXACT, "seed " + seed);
    }
  }

  @Test
  void whoBeginsInTheMiddleSeesTheSameStretches() {
    for (int seed = 0; seed < RUNS; seed++) {
      List<MergeTestSample> samples = MergeTestSample.random(new Random(seed));
      List<MergeExplanation.MergeInterval> all =
          MergeTestSample.mergeIntervals(samples, 0, 600 * MINUTE);
      int from = new Random(seed).nextInt(all.size());
      long at = all.get(from).start();
      // Instantaneous readings at the start of the interval are read again.
      from -= from > 0 && all.get(from - 1).start() == at ? 1 : 0;
      assertEquals(
          told(all.subList(from, all.size())),
          told(MergeTestSample.mergeIntervals(samples, at, 600 * MINUTE)),
          "seed " + seed);
    }
  }

  @Test
  void whatIsOfferedIsCountedOverTime() {
    Set<String> offered = new TreeSet<>();
    for (Resource r : Resource.values()) {
      if (SourceMerge.isMergeable(r)) {
        assertTrue(r.showsInterval(), r.wire());
        offered.add(r.path());
      }
    }
    assertEquals(String.join(", ", offered), SourceMerge.mergeablePaths());
    assertTrue(offered.containsAll(Set.of("steps", "distance", "calories_active")));
  }

  @Test
  void coversTakeStretchesInAnyOrder() {
    CoveredIntervals cover = new CoveredIntervals();
    cover.add(10, 20);
    cover.add(0, 5);
    cover.add(4, 11);
    cover.add(30, 30);
    assertArrayEquals(new long[][] {{0, 20}}, cover.intervals());
    assertArrayEquals(new long[] {-3, 0, 20, 22}, cover.subtractFrom(-3, 22));
  }
}
