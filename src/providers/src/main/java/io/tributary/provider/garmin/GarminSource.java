package io.tributary.provider.garmin;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.kernel.Json;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.Wanted;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocKind;
import io.tributary.provider.doc.Reading;
import io.tributary.provider.doc.SingleSource;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** What was told: brought along, or lying at an address. Days cannot be read, only asked for. */
final class GarminSource implements SingleSource<GarminFeed> {
  private final DocCalls calls;
  private final GarminBackfill backfill;

  GarminSource(ProviderHttp http) {
    this.calls = new DocCalls(http);
    this.backfill = new GarminBackfill(http);
  }

  @Override
  public void read(Reading<GarminFeed> reading, DocKind kind) {
    switch ((GarminKind) kind) {
      case HISTORY -> backfill.ask(reading);
      case PERMISSIONS -> calls.send(reading.account(), permissions(reading), Answer::json);
      default -> throw new ProviderFault.Rejected("days are told and cannot be read");
    }
  }

  private static ProviderRequest permissions(Reading<GarminFeed> reading) {
    return ProviderRequest.get(GarminOAuth.user(reading.account().app(), "/permissions"));
  }

  @Override
  public Optional<Window> fetch(Reading<GarminFeed> reading, Wanted wanted) {
    List<GarminKind> kinds = reading.feed().plan().main();
    JsonNode told =
        switch (wanted) {
          case Wanted.Given given -> given.body();
          case Wanted.At at ->
              keyed(kinds, at.address(), calls.get(reading.account(), at.address()));
          case Wanted.One one ->
              throw new ProviderFault.Rejected("single documents cannot be read");
          case Wanted.Days days -> throw new ProviderFault.Rejected("days cannot be read");
        };
    for (GarminKind kind : kinds) {
      JsonNode list = told.path(kind.wire());
      if (list.isArray() && kind.granted(reading.facts())) {
        reading.add(kind, GarminMemory.over(kind, reading, list));
      }
    }
    return Optional.empty();
  }

  /**
   * A list of summaries under the key that a notice would have had. Anything else is no answer, and
   * asked for again.
   */
  private static JsonNode keyed(List<GarminKind> kinds, URI address, JsonNode answer) {
    if (answer.isArray()) {
      return Json.object().set(kind(kinds, address).wire(), answer);
    }
    if (kinds.stream().noneMatch(k -> answer.path(k.wire()).isArray())) {
      throw new ProviderFault.Unavailable("an answer without a list");
    }
    return answer;
  }

  private static GarminKind kind(List<GarminKind> kinds, URI address) {
    String path = address.getPath() == null ? "" : address.getPath();
    String last = path.substring(path.lastIndexOf('/') + 1);
    return kinds.size() == 1
        ? kinds.getFirst()
        : kinds.stream()
            .filter(k -> k.wire().equalsIgnoreCase(last) || k.backfill().equalsIgnoreCase(last))
            .findFirst()
            .orElseThrow(() -> new ProviderFault.Rejected("an address of no known type"));
  }
}
