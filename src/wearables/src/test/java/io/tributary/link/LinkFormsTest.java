package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.http.Response;
import io.tributary.provider.PasswordLogin.Method;
import io.tributary.provider.ProviderCatalog;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The HTML of the link forms, tested without a browser. */
class LinkFormsTest {
  private static final ProviderCatalog CATALOG = ProviderCatalog.load(() -> "");
  private static final LinkForms FORMS = new LinkForms("gb");

  private static LinkMessages.Page page(Optional<String> back) {
    return new LinkMessages.Page(
        Optional.of(Ids.uuid()),
        Optional.empty(),
        new LinkBrand("Northwind", Optional.empty()),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        false,
        back,
        Optional.empty());
  }

  private static ProviderCatalog.Entry entry(String slug) {
    return CATALOG.find(slug).orElseThrow();
  }

  private static String text(Response reply) {
    return new String(((Response.Raw) reply.body()).bytes(), StandardCharsets.UTF_8);
  }

  private static String code(Method method, String hint) {
    return text(
        FORMS.codeForm(
            page(Optional.empty()),
            entry("abbott_libreview"),
            new LinkResult.Mfa(method, hint),
            "word",
            Optional.empty()));
  }

  @Test
  void aCodeIsAskedForWhereItWent() {
    assertTrue(code(Method.SMS, "***12").contains("by text message to ***12."));
    assertTrue(code(Method.EMAIL, "").contains("by email."));
    assertTrue(code(Method.EMAIL, "a&b").contains("by email to a&amp;b."));
  }

  @Test
  void aPasswordIsNeverWrittenIntoAForm() {
    String form =
        text(
            FORMS.signInForm(
                page(Optional.empty()),
                entry("zwift"),
                "word",
                new LinkForms.FormState("me", "", Optional.empty())));
    assertTrue(form.contains("value=\"me\""));
    assertTrue(
        form.matches(
            "(?s).*<input id=\"password\" name=\"password\" required type=\"password\"[^>]*>.*"));
    assertFalse(form.matches("(?s).*type=\"password\"[^>]*value.*"), form);
  }

  @Test
  void theUsualRegionOfTheInstallationIsChosenAtFirst() {
    String form =
        text(
            FORMS.signInForm(
                page(Optional.empty()),
                entry("freestyle_libre"),
                "word",
                LinkForms.FormState.EMPTY));
    assertTrue(form.contains("<option value=\"gb\" selected>United Kingdom</option>"));
    assertEquals(2, form.split(" selected>").length);
  }

  @Test
  void afterAFormAPageLeadsBackByItselfAndByALink() {
    String to = "app.scheme://done?a=1&state=success";
    for (Response reply :
        List.of(
            LinkPages.redirectPage(new LinkBrand("Northwind", Optional.empty()), to),
            LinkPages.done(page(Optional.of(to)), entry("zwift")))) {
      assertEquals(200, reply.status());
      String escaped = "app.scheme://done?a=1&amp;state=success";
      assertTrue(text(reply).contains("content=\"0;url=" + escaped + "\""));
      assertTrue(text(reply).contains("href=\"" + escaped + "\">Return to Northwind</a>"));
    }
  }
}
