package io.tributary.team;

import io.tributary.core.Patch;
import io.tributary.http.JsonFields;
import java.util.Optional;

/**
 * Branding that users of a team see. Unset texts are empty. An empty support address is omitted on
 * the wire.
 */
record TeamBranding(
    String companyName,
    String companyAddress,
    String companyWebsite,
    String supportContact,
    String supportEmail,
    String brandColor) {
  private static final int MAX = 256;

  /** Fields of a request. Fields that are absent keep their value; null clears a field. */
  record Change(
      Patch<String> companyName,
      Patch<String> companyAddress,
      Patch<String> companyWebsite,
      Patch<String> supportContact,
      Patch<String> supportEmail,
      Patch<String> brandColor) {
    static Change of(JsonFields f) {
      return new Change(
          f.patchText("company_name", 0, MAX),
          f.patchText("company_address", 0, MAX),
          f.patchText("company_website", 0, MAX),
          f.patchText("support_contact", 0, MAX),
          f.patch("support_email", v -> email(f, v.textValue())),
          f.patchText("brand_color", 0, MAX));
    }

    private static Optional<String> email(JsonFields f, String text) {
      return text != null
              && text.length() <= MAX
              && text.matches("[^@\\s\\x00]+@[^@\\s\\x00]+\\.[^@\\s\\x00]+")
          ? Optional.of(text)
          : f.addError("support_email", "Input should be an e-mail address", "value_error");
    }
  }

  static TeamBranding of(Optional<TeamBranding> old, Change c) {
    TeamBranding b = old.orElse(new TeamBranding("", "", "", "", "", ""));
    return new TeamBranding(
        text(c.companyName(), b.companyName()),
        text(c.companyAddress(), b.companyAddress()),
        text(c.companyWebsite(), b.companyWebsite()),
        text(c.supportContact(), b.supportContact()),
        text(c.supportEmail(), b.supportEmail()),
        text(c.brandColor(), b.brandColor()));
  }

  private static String text(Patch<String> patch, String old) {
    return Optional.ofNullable(patch.applyTo(old)).orElse("");
  }
}
