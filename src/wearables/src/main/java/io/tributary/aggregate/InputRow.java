package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A row of a table, as a query reads it. */
sealed interface InputRow {
  /** Slug of the source; empty for derived rows. */
  String provider();

  SourceType sourceType();

  /** The offset from UTC that its times have; empty when only the zone of the user tells. */
  Optional<ZoneOffset> offset();

  /**
   * A stored summary.
   *
   * @param content its stored part
   * @param zone of the user, where the record tells none
   * @param cycle the content of the hypnogram of a sleep, when it was asked for and is there
   */
  record Summarised(
      UUID id,
      String provider,
      SourceType sourceType,
      String appId,
      UUID deviceId,
      JsonNode content,
      Instant createdAt,
      Instant updatedAt,
      ZoneId zone,
      Optional<JsonNode> cycle)
      implements InputRow {
    /** The field at this path, with names joined by a slash; a missing node when absent. */
    JsonNode at(String path) {
      return content.at("/" + path);
    }

    CellValue number(String path) {
      JsonNode n = at(path);
      return n.isNumber() ? new CellValue.Num(n.doubleValue()) : CellValue.NULL;
    }

    CellValue text(String path) {
      JsonNode n = at(path);
      return n.isTextual() ? new CellValue.Text(n.textValue()) : CellValue.NULL;
    }

    CellValue flag(String path) {
      JsonNode n = at(path);
      return n.isBoolean() ? new CellValue.Flag(n.booleanValue()) : CellValue.NULL;
    }

    CellValue day(String path) {
      JsonNode n = at(path);
      return n.isTextual() ? new CellValue.Day(LocalDate.parse(n.textValue())) : CellValue.NULL;
    }

    Optional<Instant> instant(String path) {
      JsonNode n = at(path);
      return n.isTextual()
          ? Optional.of(java.time.OffsetDateTime.parse(n.textValue()).toInstant())
          : Optional.empty();
    }

    CellValue moment(String path) {
      return instant(path)
          .<CellValue>map(t -> new CellValue.Moment(local(t)))
          .orElse(CellValue.NULL);
    }

    LocalDateTime local(Instant t) {
      return LocalDateTime.ofInstant(t, place());
    }

    private ZoneId place() {
      Optional<ZoneOffset> known = offset();
      if (known.isPresent()) {
        return known.get();
      }
      JsonNode named = at("time_zone");
      try {
        return named.isTextual() ? ZoneId.of(named.textValue()) : zone;
      } catch (DateTimeException e) {
        return zone;
      }
    }

    @Override
    public Optional<ZoneOffset> offset() {
      JsonNode n = at("timezone_offset");
      return n.isInt() ? Optional.of(ZoneOffset.ofTotalSeconds(n.intValue())) : Optional.empty();
    }
  }

  /** A sample; its source carries device, workout and sport. */
  record Sampled(Sample sample, ZoneId zone) implements InputRow {
    /** Their times are wall clocks that only look like UTC (wearables-data.md §6). */
    private static final Set<String> FLOATING = Set.of("freestyle_libre", "abbott_libreview");

    @Override
    public String provider() {
      return sample.source().provider();
    }

    @Override
    public SourceType sourceType() {
      return sample.source().type();
    }

    LocalDateTime local() {
      if (sample.offsetSeconds() != null) {
        return LocalDateTime.ofEpochSecond(
            sample.at().getEpochSecond() + sample.offsetSeconds(),
            sample.at().getNano(),
            ZoneOffset.UTC);
      }
      return LocalDateTime.ofInstant(
          sample.at(), FLOATING.contains(provider()) ? ZoneOffset.UTC : zone);
    }

    @Override
    public Optional<ZoneOffset> offset() {
      return Optional.ofNullable(sample.offsetSeconds()).map(ZoneOffset::ofTotalSeconds);
    }
  }

  /** A day of derived_readiness; a column that is not in the map is null. */
  record Derived(LocalDate date, Map<String, CellValue> cells) implements InputRow {
    @Override
    public String provider() {
      return "";
    }

    @Override
    public SourceType sourceType() {
      return SourceType.UNKNOWN;
    }

    @Override
    public Optional<ZoneOffset> offset() {
      return Optional.empty();
    }
  }
}
