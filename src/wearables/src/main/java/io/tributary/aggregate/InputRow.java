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

/** Input row of a query. */
sealed interface InputRow {
  /** Provider slug of the source; empty for derived rows. */
  String provider();

  SourceType sourceType();

  /** UTC offset of the row's times; empty if only the user's time zone is known. */
  Optional<ZoneOffset> offset();

  /**
   * Stored summary.
   *
   * @param content the stored JSON
   * @param zone time zone of the user, used if the record has none
   * @param cycle JSON of the sleep's hypnogram, if requested and present
   */
  record SummaryInputRow(
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
    /**
     * Returns the field at a path with slash-separated names; a missing node if it does not exist.
     */
    JsonNode at(String path) {
      return content.at("/" + path);
    }

    CellValue number(String path) {
      JsonNode n = at(path);
      return n.isNumber() ? new CellValue.NumberValue(n.doubleValue()) : CellValue.NULL;
    }

    CellValue text(String path) {
      JsonNode n = at(path);
      return n.isTextual() ? new CellValue.TextValue(n.textValue()) : CellValue.NULL;
    }

    CellValue bool(String path) {
      JsonNode n = at(path);
      return n.isBoolean() ? new CellValue.BooleanValue(n.booleanValue()) : CellValue.NULL;
    }

    CellValue date(String path) {
      JsonNode n = at(path);
      return n.isTextual()
          ? new CellValue.DateValue(LocalDate.parse(n.textValue()))
          : CellValue.NULL;
    }

    Optional<Instant> instant(String path) {
      JsonNode n = at(path);
      return n.isTextual()
          ? Optional.of(java.time.OffsetDateTime.parse(n.textValue()).toInstant())
          : Optional.empty();
    }

    CellValue dateTime(String path) {
      return instant(path)
          .<CellValue>map(t -> new CellValue.DateTimeValue(toLocal(t)))
          .orElse(CellValue.NULL);
    }

    LocalDateTime toLocal(Instant t) {
      return LocalDateTime.ofInstant(t, zoneOfRecord());
    }

    private ZoneId zoneOfRecord() {
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

  /** Sample of a timeseries; its source holds device, workout and sport. */
  record SampleInputRow(Sample sample, ZoneId zone) implements InputRow {
    /** Providers whose timestamps are local times stored as if they were UTC. */
    private static final Set<String> LOCAL_TIME_PROVIDERS =
        Set.of("freestyle_libre", "abbott_libreview");

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
          sample.at(), LOCAL_TIME_PROVIDERS.contains(provider()) ? ZoneOffset.UTC : zone);
    }

    @Override
    public Optional<ZoneOffset> offset() {
      return Optional.ofNullable(sample.offsetSeconds()).map(ZoneOffset::ofTotalSeconds);
    }
  }

  /** Day of the table derived_readiness. A column that is not in the map is null. */
  record DerivedInputRow(LocalDate date, Map<String, CellValue> cells) implements InputRow {
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
