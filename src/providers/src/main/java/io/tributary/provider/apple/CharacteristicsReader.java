package io.tributary.provider.apple;

import io.tributary.core.Times;
import io.tributary.model.ProfileSummary;
import io.tributary.model.ProfileSummary.Sex;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

/**
 * Reads characteristics of the person and daily totals, which the export contains as single
 * elements.
 */
public final class CharacteristicsReader {
  private static final String BIRTH = "birth";
  private static final String SEX = "sex";
  private static final String WHEELCHAIR = "wheelchair";
  private static final String HEIGHT = "height";

  /** Name of the daily active energy that the phone displays, with its sources already merged. */
  static final String ACTIVE_ENERGY = "ring";

  private static final Map<String, Sex> SEXES =
      Map.of(
          "HKBiologicalSexMale", Sex.MALE,
          "HKBiologicalSexFemale", Sex.FEMALE,
          "HKBiologicalSexOther", Sex.OTHER);

  private CharacteristicsReader() {}

  static void read(ExportScanner s, ExportReader.ExportSink out) {
    emitCharacteristic(out, BIRTH, s.get(ExportAttribute.BIRTH_DATE));
    emitCharacteristic(out, SEX, s.get(ExportAttribute.SEX));
    emitCharacteristic(out, WHEELCHAIR, s.get(ExportAttribute.WHEELCHAIR));
  }

  private static void emitCharacteristic(
      ExportReader.ExportSink out, String name, ByteSlice value) {
    if (value != null && value.length() > 0 && value.length() <= 100) {
      Instant none = Instant.EPOCH;
      LocalDate day = LocalDate.EPOCH;
      out.pendingRecord(
          new PendingRecord(
              PendingRecord.Kind.PERSON, "", day, none, none, name, 0, 0, value.toString()));
    }
  }

  static void readActivitySummary(ExportScanner s, ExportReader.ExportSink out) {
    ByteSlice date = s.get(ExportAttribute.DATE_COMPONENTS);
    ByteSlice energy = s.get(ExportAttribute.ACTIVE_ENERGY);
    ByteSlice unit = s.get(ExportAttribute.ACTIVE_ENERGY_UNIT);
    Optional<LocalDate> day = date == null ? Optional.empty() : Times.parseDate(date.toString());
    if (day.isEmpty() || energy == null) {
      return;
    }
    var conversion =
        QuantityUnit.KILOCALORIES.conversionFrom(unit == null ? "kcal" : unit.toString());
    double value = energy.toDouble();
    if (conversion != null && value > 0) {
      Instant at = day.get().atStartOfDay(ZoneOffset.UTC).toInstant();
      out.pendingRecord(
          new PendingRecord(
              PendingRecord.Kind.DAY,
              "",
              day.get(),
              at,
              at,
              ACTIVE_ENERGY,
              conversion.of(value),
              0,
              null));
    }
  }

  /**
   * Builds the profile from pending records of kind PERSON; empty if they contain no usable value.
   */
  public static Optional<ProfileSummary> profile(Iterable<PendingRecord> facts) {
    ProfileSummary.Builder profile = ProfileSummary.profile();
    PendingRecord height = null;
    boolean any = false;
    for (PendingRecord f : facts) {
      switch (f.name()) {
        case BIRTH -> {
          Optional<LocalDate> date = Times.parseDate(f.detail());
          date.ifPresent(profile::birthDate);
          any |= date.isPresent();
        }
        case SEX -> {
          Sex sex = SEXES.get(f.detail());
          profile.sex(sex);
          any |= sex != null;
        }
        case WHEELCHAIR -> {
          boolean yes = f.detail().equals("HKWheelchairUseYes");
          profile.wheelchairUse(yes);
          any |= yes;
        }
        case HEIGHT -> {
          boolean later =
              height == null
                  || f.at().isAfter(height.at())
                  || f.at().equals(height.at()) && f.value() > height.value();
          if (later && f.value() >= 1 && f.value() <= 300) {
            height = f;
            any = true;
          }
        }
        default -> {
          // No other name is written for this kind.
        }
      }
    }
    if (height != null) {
      profile.height((int) Math.floor(height.value() + 0.5));
    }
    return any ? Optional.of(profile.build()) : Optional.empty();
  }
}
