package io.tributary.provider.oura;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.Batch;
import io.tributary.model.Sample;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.Feed;
import io.tributary.provider.ProviderCalls;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.Puller;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads one window of a feed as one page: the main collection and all that completes it, because
 * documents are joined across collections (ADR 0010) and a window bounds their number.
 */
final class OuraPuller implements Puller {
  private static final String BASE = "/v2/usercollection/";

  /** No window has as many pages; a provider that repeats a token must not keep us for ever. */
  private static final int MOST_PAGES = 1000;

  private final ProviderCalls calls;

  OuraPuller(ProviderCalls calls) {
    this.calls = calls;
  }

  @Override
  public Page pull(Account account, Feed feed, Window window, JsonNode cursor) {
    OuraFeed oura = OuraFeed.of(feed.name());
    if (!granted(account, oura.main())) {
      if (feed.resources().isEmpty()) {
        // Nobody asked for a resource: the ring just stays unknown.
        return new Page(Batch.empty(), null);
      }
      throw new ProviderFault.ScopeMissing();
    }
    OuraDocuments documents = new OuraDocuments();
    fetch(account, oura, oura.main(), window, documents);
    for (OuraCollection beside : oura.beside()) {
      if (granted(account, beside)) {
        fetch(account, oura, beside, window, documents);
      }
    }
    OuraContext context =
        new OuraContext(Optional.ofNullable(account.fallbackZone()), account.connectedAt());
    Batch batch = OuraNormaliser.normalise(oura, documents, context);
    Batch kept = oura == OuraFeed.HEARTRATE ? within(batch, window) : batch;
    return new Page(kept, null, () -> OuraRaws.of(documents, context));
  }

  private static boolean granted(Account account, OuraCollection collection) {
    List<String> scopes = account.scopes();
    return scopes == null || scopes.contains(collection.scope());
  }

  private void fetch(
      Account account,
      OuraFeed feed,
      OuraCollection collection,
      Window window,
      OuraDocuments into) {
    Map<String, String> query = new LinkedHashMap<>(range(feed, collection, window));
    for (int page = 0; page < MOST_PAGES; page++) {
      JsonNode answer = calls.get(account, BASE + collection.wire(), query);
      if (collection == OuraCollection.PERSONAL_INFO) {
        into.add(collection, answer);
        return;
      }
      if (!answer.path("data").isArray()) {
        throw new ProviderFault.Unavailable(collection.wire() + " without data");
      }
      into.add(collection, answer.get("data"));
      String next = answer.path("next_token").asText("");
      if (next.isEmpty() || answer.get("next_token").isNull()) {
        return;
      }
      query.put("next_token", next);
    }
    throw new ProviderFault.Unavailable(collection.wire() + " does not end");
  }

  /**
   * Heart rates come by instants, their days depend on the offsets of nearby documents: a day more
   * at both ends, and the days outside are cut off afterwards, so that two windows side by side
   * agree on every reading.
   */
  private static Map<String, String> range(
      OuraFeed feed, OuraCollection collection, Window window) {
    LocalDate first = window.first();
    LocalDate last = window.last();
    if (feed == OuraFeed.HEARTRATE) {
      first = first.minusDays(1);
      last = last.plusDays(1);
    }
    return switch (collection) {
      case PERSONAL_INFO, RING_CONFIGURATION -> Map.of();
      case HEARTRATE ->
          Map.of(
              "start_datetime", first + "T00:00:00Z",
              "end_datetime", last.atTime(LocalTime.of(23, 59, 59)) + "Z");
      default -> Map.of("start_date", first.toString(), "end_date", last.toString());
    };
  }

  private static Batch within(Batch batch, Window window) {
    List<Sample> samples = batch.samples().stream().filter(s -> inside(s.day(), window)).toList();
    List<SourcedSummary> summaries = batch.summaries();
    return new Batch(summaries, samples, batch.streams(), batch.devices(), batch.refused());
  }

  private static boolean inside(LocalDate day, Window window) {
    return !day.isBefore(window.first()) && !day.isAfter(window.last());
  }
}
