package io.tributary.provider.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.Feed;
import io.tributary.provider.Puller;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/** Generates the days of a window. */
final class DemoPuller implements Puller {
  private final DemoProvider provider;
  private final int days;
  private final long stepSeconds;

  DemoPuller(DemoProvider provider, int days, Duration newDataEvery) {
    this.provider = provider;
    this.days = days;
    this.stepSeconds = Math.max(1, newDataEvery.toSeconds());
  }

  @Override
  public Page pull(Account account, Feed feed, Window window, JsonNode cursor) {
    DemoFeed demo = DemoFeed.of(feed.name());
    DemoPerson person = DemoPerson.of(account.userId());
    Instant until =
        Instant.ofEpochSecond(
            Math.floorDiv(window.now().getEpochSecond(), stepSeconds) * stepSeconds);
    NormalizedBatch.Builder out = NormalizedBatch.builder();
    provider.devices().forEach(out::add);
    if (demo == DemoFeed.PROFILE) {
      profile(out, person);
    }
    LocalDate first = account.connectedAt().atZone(person.zone()).toLocalDate().minusDays(days);
    for (LocalDate date = window.first();
        demo != DemoFeed.PROFILE && !date.isAfter(window.last());
        date = date.plusDays(1)) {
      DemoDay day = new DemoDay(provider, person, date, until);
      if (!date.isBefore(first) && day.start().isBefore(until)) {
        add(out, demo, day);
      }
    }
    return new Page(out.build().retain(feed.resources()), null);
  }

  private static void add(NormalizedBatch.Builder out, DemoFeed feed, DemoDay day) {
    switch (feed) {
      case PROFILE -> {}
      case MOVEMENT -> DemoMovement.add(out, day);
      case HEART -> DemoHeart.add(out, day);
      case NIGHT -> DemoNight.add(out, day);
      case TRAINING -> DemoTraining.add(out, day);
      case SCALE -> DemoScale.add(out, day);
      case INTAKE -> DemoScale.addIntake(out, day);
      case SENSOR -> DemoGlucose.add(out, day);
      case DIARY -> DemoGlucose.addDiary(out, day);
    }
  }

  private void profile(NormalizedBatch.Builder out, DemoPerson person) {
    Source source = provider.summarySource(provider.source(SourceType.APP));
    out.add(
        ProfileSummary.profile()
            .height(person.height())
            .birthDate(person.birthDate())
            .gender(person.female() ? ProfileSummary.Gender.FEMALE : ProfileSummary.Gender.MALE)
            .sex(person.female() ? ProfileSummary.Sex.FEMALE : ProfileSummary.Sex.MALE)
            .build(),
        source);
  }
}
