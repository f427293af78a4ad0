package io.tributary.link;

import static io.tributary.link.LinkHtml.escape;

import io.tributary.http.Response;
import io.tributary.link.LinkMessages.Page;
import io.tributary.provider.AuthKind;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderCatalog;
import java.util.Comparator;
import java.util.Optional;

/** Renders the hosted pages with a form. A password is never rendered. */
final class LinkForms {
  /** The only provider that takes a diary key instead of a password. */
  private static final String DIARY_KEY_PROVIDER = "my_fitness_pal";

  private final String defaultRegion;

  /**
   * @param defaultRegion region that is preselected
   */
  LinkForms(String usualRegion) {
    this.defaultRegion = usualRegion;
  }

  /**
   * Values to show again after a failure.
   *
   * @param region empty for the preselected one
   */
  record FormState(String user, String region, Optional<LinkErrorView> problem) {
    static final FormState EMPTY = new FormState("", "", Optional.empty());

    @Override
    public String toString() {
      return "FormState[***]";
    }
  }

  /**
   * Renders the sign-in form of a provider whose credentials the user enters on the hosted page.
   */
  Response signInForm(Page p, ProviderCatalog.Entry e, String csrfToken, FormState shown) {
    return e.auth().filter(a -> a == AuthKind.EMAIL).isPresent()
        ? email(p, e, csrfToken, shown)
        : password(p, e, csrfToken, shown);
  }

  private Response password(Page p, ProviderCatalog.Entry e, String csrfToken, FormState shown) {
    boolean key = e.slug().equals(DIARY_KEY_PROVIDER);
    LinkHtml html = beginPage(p, e, "Sign in to " + e.name(), shown.problem());
    openForm(html, LinkPages.linkPath(p, e), csrfToken, "Signing in to " + e.name());
    field(html, "username", key ? "Username" : "Username or email address", shown)
        .add(" type=\"text\" autocomplete=\"username\" autocapitalize=\"none\"")
        .add(" autocorrect=\"off\" spellcheck=\"false\" maxlength=\"320\" value=\"")
        .text(shown.user())
        .add("\"></div>");
    field(html, "password", key ? "Diary key" : "Password", shown)
        .add(" type=\"password\" autocomplete=\"current-password\" maxlength=\"2048\"></div>");
    html.add("<p class=\"muted small\">")
        .text(
            "It is sent to "
                + e.name()
                + " to sign you in. It is stored, encrypted, only if the provider requires later"
                + " sign-ins.")
        .add("</p>");
    return finishPage(html, "Connect", title("Sign in to " + e.name(), shown.problem()));
  }

  private Response email(Page p, ProviderCatalog.Entry e, String csrfToken, FormState shown) {
    String chosen = shown.region().isEmpty() ? defaultRegion : shown.region();
    LinkHtml html = beginPage(p, e, "Connect " + e.name(), shown.problem());
    openForm(html, LinkPages.linkPath(p, e), csrfToken, "Looking up your account at " + e.name());
    field(html, "email", "Account email address", shown)
        .add(" type=\"email\" autocomplete=\"email\" maxlength=\"320\" value=\"")
        .text(shown.user())
        .add("\"></div>");
    html.add("<div class=\"field\"><label for=\"region\">Account country or region</label>")
        .add("<select id=\"region\" name=\"region\"", errorAttributes("region", shown), ">");
    LinkRegions.NAMES.stream()
        .sorted(Comparator.comparing(LinkRegions::displayName))
        .forEach(
            r ->
                html.add("<option value=\"", r, "\"", r.equals(chosen) ? " selected>" : ">")
                    .text(LinkRegions.displayName(r))
                    .add("</option>"));
    html.add("</select></div>");
    return finishPage(html, "Connect", title("Connect " + e.name(), shown.problem()));
  }

  /** Renders the form for a second-factor code. */
  Response codeForm(
      Page p,
      ProviderCatalog.Entry e,
      LinkResult.Mfa mfa,
      String csrfToken,
      Optional<LinkErrorView> problem) {
    FormState shown = new FormState("", "", problem);
    String title = "Enter the code from " + e.name();
    LinkHtml html = beginPage(p, e, title, problem);
    html.add("<p>")
        .text(
            e.name()
                + (mfa.method() == PasswordLogin.Method.SMS
                    ? " sent a code by text message"
                    : " sent a code by email")
                + (mfa.hint().isEmpty() ? "." : " to " + mfa.hint() + "."))
        .add("</p>");
    openForm(
        html,
        LinkPages.sessionPath(p, "/code/" + e.slug()),
        csrfToken,
        "Checking the code with " + e.name());
    field(html, "mfa_code", "Code", shown)
        .add(" type=\"text\" autocomplete=\"one-time-code\" autocapitalize=\"none\"")
        .add(" spellcheck=\"false\" maxlength=\"64\"></div>");
    html.add(
        "<p><a href=\"", LinkPages.linkPath(p, e), "\">No code received? Sign in again</a></p>");
    return finishPage(html, "Connect", title(title, problem));
  }

  private static String title(String title, Optional<LinkErrorView> problem) {
    return problem.map(x -> "Error: " + x.title()).orElse(title);
  }

  private static LinkHtml beginPage(
      Page p, ProviderCatalog.Entry e, String title, Optional<LinkErrorView> problem) {
    LinkHtml html = new LinkHtml(p.brand()).withCloseButton(p.session());
    if (p.fixed().isEmpty()) {
      html.add("<p><a href=\"", LinkPages.sessionPath(p, ""), "\">All providers</a></p>");
    }
    LinkPages.heading(html, e, title);
    problem.ifPresent(x -> errorSummary(html, x));
    return html;
  }

  /**
   * Renders the error summary. It receives the focus when the page opens and links to the field.
   */
  private static void errorSummary(LinkHtml html, LinkErrorView problem) {
    html.add(
            "<div id=\"error-summary\" class=\"note error\" role=\"alert\" tabindex=\"-1\""
                + " autofocus>")
        .add("<h2>");
    if (problem.field().isEmpty()) {
      html.text(problem.title());
    } else {
      html.add("<a href=\"#", problem.field(), "\">").text(problem.title()).add("</a>");
    }
    html.add("</h2><p id=\"error-message\">").text(problem.advice()).add("</p>");
    LinkPages.errorCode(html, problem);
    html.add("</div>");
  }

  private static void openForm(LinkHtml html, String action, String csrfToken, String busy) {
    html.add("<form class=\"card\" method=\"post\" action=\"", action, "\" data-busy=\"")
        .text(busy)
        .add("\"><input type=\"hidden\" name=\"word\" value=\"", csrfToken, "\">");
  }

  /** Starts a labeled input. The caller adds the type and closes the element. */
  private static LinkHtml field(LinkHtml html, String name, String label, FormState shown) {
    return html.add("<div class=\"field\"><label for=\"", name, "\">")
        .text(label)
        .add("</label><input id=\"", name, "\" name=\"", name, "\" required")
        .add(errorAttributes(name, shown));
  }

  private static String errorAttributes(String name, FormState shown) {
    return shown
        .problem()
        .filter(x -> x.field().equals(name))
        .map(x -> " aria-invalid=\"true\" aria-describedby=\"error-message\"")
        .orElse("");
  }

  private static Response finishPage(LinkHtml html, String button, String title) {
    return html.add("<button class=\"primary\">", escape(button), "</button>")
        .add("<p id=\"busy\" class=\"busy\" role=\"status\"></p></form>")
        .toResponse(200, title);
  }
}
