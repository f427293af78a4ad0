package io.tributary.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;

/**
 * User profile at a provider, one per user and provider. All fields may be null.
 *
 * @param height cm
 * @param birthDate date of birth
 * @param wheelchairUse true or null, never false
 * @param gender as stated by the user
 * @param sex as recorded
 */
public record ProfileSummary(
    Integer height, LocalDate birthDate, Boolean wheelchairUse, Gender gender, Sex sex)
    implements Summary {
  public ProfileSummary {
    ValueChecks.within("height", height, 1, 300);
    wheelchairUse = Boolean.TRUE.equals(wheelchairUse) ? Boolean.TRUE : null;
  }

  @Override
  public Resource resource() {
    return Resource.PROFILE;
  }

  @Override
  public Optional<LocalDate> filterDate() {
    return Optional.empty();
  }

  @Override
  public Optional<Instant> filterAt() {
    return Optional.empty();
  }

  @Override
  public String providerKey() {
    return "profile";
  }

  public static Builder profile() {
    return new Builder();
  }

  /** Builder; fields that are not set stay null. */
  public static final class Builder {
    private Integer height;
    private LocalDate birthDate;
    private Boolean wheelchairUse;
    private Gender gender;
    private Sex sex;

    private Builder() {}

    public Builder height(Integer value) {
      height = value;
      return this;
    }

    public Builder birthDate(LocalDate value) {
      birthDate = value;
      return this;
    }

    public Builder wheelchairUse(Boolean value) {
      wheelchairUse = value;
      return this;
    }

    public Builder gender(Gender value) {
      gender = value;
      return this;
    }

    public Builder sex(Sex value) {
      sex = value;
      return this;
    }

    public ProfileSummary build() {
      return new ProfileSummary(height, birthDate, wheelchairUse, gender, sex);
    }
  }

  public enum Gender {
    FEMALE,
    MALE,
    OTHER,
    UNKNOWN;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public enum Sex {
    FEMALE,
    MALE,
    OTHER;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
