package io.tributary.fhir;

import io.tributary.core.Encryption;
import io.tributary.fhir.Observation.Component;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SourceType;
import io.tributary.read.SamplePosition;
import io.tributary.read.StoredSample;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Maps samples to observations. */
final class FhirSampleMapper {
  private static final SampleExtras NONE =
      new SampleExtras(null, null, null, null, null, null, null, null, null);
  private static final Pattern ID = Pattern.compile("s(\\d{1,10})-(-?\\d{1,18})(?:-[0-9a-f]{16})?");

  private FhirSampleMapper() {}

  static Observation observation(StoredSample stored) {
    Sample s = stored.sample();
    SampleExtras extras = s.extras() == null ? NONE : s.extras();
    SampleKind kind = SampleKind.of(s.resource());
    List<Coding> codes = new ArrayList<>(kind.loinc());
    codeByReading(s, extras).ifPresent(codes::add);
    codes.add(Coding.of(s.resource()));
    boolean interval = s.resource().showsInterval() && s.end() != null && s.end().isAfter(s.at());
    return new Observation(
        id(stored.position()),
        stored.storedAt(),
        s.source().provider(),
        kind.category(),
        codes,
        interval
            ? new Observation.EffectivePeriod(s.at(), s.end(), s.offsetSeconds())
            : new Observation.EffectiveInstant(s.at(), s.offsetSeconds()),
        value(s, extras, kind),
        components(s, extras, kind),
        method(s, extras),
        s.source().deviceId(),
        null,
        extras.sensorLocation());
  }

  /** Returns an ID that encodes the position of the sample, so that it can be read individually. */
  static String id(SamplePosition p) {
    String id = "s" + p.series() + "-" + p.at();
    return p.reading().isEmpty()
        ? id
        : id + "-" + HexFormat.of().formatHex(Encryption.sha256(p.reading()), 0, 8);
  }

  /** Returns series and microsecond of an ID; empty if it is not the ID of a sample. */
  static Optional<SamplePosition> parsePosition(String id) {
    Matcher m = ID.matcher(id);
    if (!m.matches()) {
      return Optional.empty();
    }
    long series = Long.parseLong(m.group(1));
    return series > Integer.MAX_VALUE
        ? Optional.empty()
        : Optional.of(new SamplePosition(Long.parseLong(m.group(2)), (int) series, ""));
  }

  /** Returns every code that a sample of the resource may have. */
  static List<Coding> codes(Resource resource) {
    List<Coding> out = new ArrayList<>(SampleKind.of(resource).loinc());
    out.add(Coding.of(resource));
    if (resource == Resource.GLUCOSE) {
      out.addAll(List.of(Loinc.GLUCOSE_BLOOD, Loinc.GLUCOSE_FLUID));
    } else if (resource == Resource.CHOLESTEROL) {
      out.addAll(List.of(Loinc.CHOLESTEROL, Loinc.HDL, Loinc.LDL, Loinc.TRIGLYCERIDES));
    }
    return out;
  }

  private static Optional<Coding> codeByReading(Sample s, SampleExtras extras) {
    if (s.resource() == Resource.CHOLESTEROL) {
      return switch (extras.type()) {
        case "cholesterol/total" -> Optional.of(Loinc.CHOLESTEROL);
        case "cholesterol/hdl" -> Optional.of(Loinc.HDL);
        case "cholesterol/ldl" -> Optional.of(Loinc.LDL);
        case "cholesterol/triglycerides" -> Optional.of(Loinc.TRIGLYCERIDES);
        default -> Optional.empty();
      };
    }
    if (s.resource() != Resource.GLUCOSE) {
      return Optional.empty();
    }
    // A sensor under the skin measures interstitial fluid; without a type the specimen is unknown.
    String type = extras.type() == null ? s.source().type().wire() : extras.type();
    return switch (type) {
      case "fingerprick" -> Optional.of(Loinc.GLUCOSE_BLOOD);
      case "automatic", "manual_scan" -> Optional.of(Loinc.GLUCOSE_FLUID);
      default -> Optional.empty();
    };
  }

  private static Observation.Value value(Sample s, SampleExtras extras, SampleKind kind) {
    return switch (s.resource()) {
      case BLOOD_PRESSURE -> null;
      case NOTE -> new Observation.TextResult(extras.text());
      // All other resources have a numeric value.
      default -> new Observation.Quantity(s.value(), kind.unit());
    };
  }

  private static List<Component> components(Sample s, SampleExtras extras, SampleKind kind) {
    List<Component> out = new ArrayList<>();
    switch (s.resource()) {
      case BLOOD_PRESSURE -> {
        out.add(Component.of(Loinc.SYSTOLIC, new Observation.Quantity(s.value(), kind.unit())));
        out.add(
            Component.of(
                Loinc.DIASTOLIC, new Observation.Quantity(extras.diastolic(), kind.unit())));
      }
      case IGE, IGG -> text(out, TributaryCode.ALLERGEN, extras.type());
      case ELECTROCARDIOGRAM_VOLTAGE -> text(out, TributaryCode.LEAD, extras.type());
      case GLUCOSE -> {
        // The type is the method.
      }
      case NOTE -> {
        if (extras.tags() != null) {
          extras.tags().forEach(tag -> text(out, TributaryCode.NOTE_TAG, tag));
        }
      }
      default -> text(out, TributaryCode.READING_TYPE, extras.type());
    }
    text(out, TributaryCode.INTENSITY, extras.intensity());
    text(out, TributaryCode.DELIVERY_MODE, extras.deliveryMode());
    text(out, TributaryCode.DELIVERY_FORM, extras.deliveryForm());
    text(out, TributaryCode.BOLUS_PURPOSE, extras.bolusPurpose());
    text(out, TributaryCode.SPORT, s.source().sport());
    if (s.source().workoutId() != null) {
      text(out, TributaryCode.WORKOUT_ID, s.source().workoutId().toString());
    }
    return out;
  }

  private static void text(List<Component> out, TributaryCode code, String text) {
    if (text != null && !text.isBlank()) {
      out.add(Component.of(code, text));
    }
  }

  private static String method(Sample s, SampleExtras extras) {
    if (s.resource() == Resource.GLUCOSE && extras.type() != null) {
      return extras.type();
    }
    return method(s.source().type());
  }

  /** Returns the kind of source that measured; null if unknown. */
  static String method(SourceType type) {
    return type == SourceType.UNKNOWN ? null : type.wire();
  }
}
