package io.tributary.provider.oura;

import io.tributary.kernel.Json;
import io.tributary.model.Batch;
import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.Feed;
import io.tributary.provider.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Kept documents into records, by the rules of {@link OuraNormaliser}. */
final class OuraMapping implements Mapping {
  @Override
  public String version() {
    return OuraNormaliser.SLUG + "/" + OuraNormaliser.VERSION;
  }

  @Override
  public Need need(Feed feed) {
    OuraFeed oura = OuraFeed.of(feed.name());
    Set<String> kinds = new TreeSet<>();
    kinds.add(oura.main().wire());
    oura.beside().forEach(c -> kinds.add(c.wire()));
    boolean undated = oura == OuraFeed.PERSONAL || oura == OuraFeed.RING;
    return undated ? new Need(Set.of(), kinds) : new Need(kinds, Set.of());
  }

  /**
   * Documents that were read under other facts, such as another fallback zone, are mapped apart,
   * each with all that may complete them.
   */
  @Override
  public List<Batch> normalise(Feed feed, List<Document> documents) {
    OuraFeed oura = OuraFeed.of(feed.name());
    Set<AccountFacts> all = facts(documents.stream().filter(d -> is(d, oura.main())).toList());
    List<Batch> out = new ArrayList<>();
    for (AccountFacts facts : all.isEmpty() ? facts(documents) : all) {
      OuraDocuments read = new OuraDocuments();
      read.add(oura.main(), Json.array());
      documents.stream()
          .filter(d -> is(d, oura.main()) && d.facts().equals(facts))
          .forEach(d -> read.add(oura.main(), d.body()));
      for (OuraCollection beside : oura.beside()) {
        if (facts.granted(beside.scope())) {
          // Read then, though maybe without a document: that differs from not read.
          read.add(beside, Json.array());
          documents.stream().filter(d -> is(d, beside)).forEach(d -> read.add(beside, d.body()));
        }
      }
      out.add(
          OuraNormaliser.normalise(oura, read, new OuraContext(facts.zone(), facts.connectedAt())));
    }
    return out;
  }

  private static Set<AccountFacts> facts(List<Document> documents) {
    Set<AccountFacts> out = new LinkedHashSet<>();
    documents.forEach(d -> out.add(d.facts()));
    return out;
  }

  private static boolean is(Document document, OuraCollection kind) {
    return document.kind().equals(kind.wire());
  }

  @Override
  public List<String> rules(Resource resource) {
    return switch (resource) {
      case SLEEP ->
          List.of(
              "one record per sleep document; type rest or deleted makes none",
              "the calendar date is the document's day, else the local date of bedtime_end",
              "a long sleep takes score from daily_sleep, readiness and temperature deviation from"
                  + " the document, else from daily_readiness of the same day",
              "the offset is the one bedtime_end is written with");
      case SLEEP_CYCLE ->
          List.of(
              "stages are runs of app_sleep_phase_5_min, else of sleep_phase_5_min, in steps of"
                  + " five minutes");
      case HRV ->
          List.of("the readings of hrv inside a sleep document, at its interval; gaps make none");
      case RESPIRATORY_RATE -> List.of("average_breath of a sleep document, at bedtime_end");
      case BODY_TEMPERATURE_DELTA ->
          List.of("temperature_deviation of the night's readiness, over the whole night");
      case HEARTRATE ->
          List.of(
              "readings of heartrate and the series inside sleep documents; of both at one instant"
                  + " the former counts",
              "the offset is that of the sleep around it, else of the sleep or activity of its"
                  + " local day; null where two days with different offsets claim it");
      case BLOOD_OXYGEN ->
          List.of("the average of daily_spo2, at the end of that day's last long sleep");
      case ACTIVITY ->
          List.of(
              "one record per daily_activity; distance is equivalent_walking_distance; low, medium"
                  + " and high are minutes");
      case WORKOUTS -> List.of("one record per workout; source manual is of type app, else ring");
      case MINDFULNESS_MINUTES ->
          List.of("sessions of type breathing, meditation, relaxation or rest");
      case VO2_MAX -> List.of("vo2_max of each document, at its timestamp");
      case BODY ->
          List.of("weight of personal_info, measured when the connection was made: it has no date");
      case PROFILE -> List.of("height in cm and biological sex of personal_info");
      // Everything else is not made out of these documents.
      default -> List.of();
    };
  }
}
