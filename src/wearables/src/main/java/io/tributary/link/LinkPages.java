package io.tributary.link;

import static io.tributary.link.LinkHtml.escape;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.http.Response;
import io.tributary.link.LinkMessages.Page;
import io.tributary.provider.AuthKind;
import io.tributary.provider.ProviderCatalog;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Renders the hosted pages without a form. They work without scripts. */
final class LinkPages {
  /** Number of providers from which the list has a search field. */
  private static final int MIN_PROVIDERS_FOR_SEARCH = 4;

  private LinkPages() {}

  /** Path of a session page. */
  static String sessionPath(Page p, String rest) {
    return LinkCookie.PATH_PREFIX + p.session().orElseThrow() + rest;
  }

  /** Path of the page that links the provider. */
  static String linkPath(Page p, ProviderCatalog.Entry e) {
    AuthKind auth = e.auth().orElseThrow();
    String step = auth == AuthKind.PASSWORD ? "password" : auth == AuthKind.EMAIL ? "email" : "to";
    return sessionPath(p, "/" + step + "/" + e.slug());
  }

  static Response list(Page p, String search) {
    LinkHtml html = new LinkHtml(p.brand()).withCloseButton(p.session());
    html.add("<h1>Connect a device or an app</h1>");
    if (p.offers().isEmpty()) {
      return html.add("<p>No devices or apps are available at the moment.</p>")
          .toResponse(200, "Connect a device or an app");
    }
    html.add("<p class=\"muted\">Choose a device or app to share with ")
        .text(p.brand().name())
        .add(".</p>");
    List<ProviderCatalog.Entry> found =
        p.offers().stream().filter(e -> matches(e, search)).toList();
    if (p.offers().size() >= MIN_PROVIDERS_FOR_SEARCH) {
      html.add("<form class=\"search\" role=\"search\" method=\"get\" action=\"")
          .add(sessionPath(p, ""))
          .add("\"><label for=\"q\">Search by name or type</label><div class=\"inline\">")
          .add("<input id=\"q\" name=\"q\" type=\"search\" maxlength=\"64\" autocomplete=\"off\"")
          .add(" value=\"")
          .text(search)
          .add("\"><button>Search</button></div></form>");
    }
    html.add("<p id=\"count\" class=\"muted\" role=\"status\">")
        .text(count(found.size()))
        .add("</p><ul id=\"providers\" class=\"providers\">");
    found.forEach(e -> offer(html, p, e));
    html.add("</ul>");
    if (found.isEmpty()) {
      html.add(
          "<p><a href=\"", sessionPath(p, ""), "\">Show all ", "" + p.offers().size(), "</a></p>");
    }
    return html.toResponse(200, "Connect a device or an app");
  }

  static String count(int providers) {
    return providers == 0
        ? "No providers found"
        : providers == 1 ? "1 provider" : providers + " providers";
  }

  private static boolean matches(ProviderCatalog.Entry e, String search) {
    String text = (e.name() + " " + e.slug() + " " + e.description()).toLowerCase(Locale.ROOT);
    return List.of(search.strip().toLowerCase(Locale.ROOT).split("\\s+")).stream()
        .allMatch(text::contains);
  }

  private static void offer(LinkHtml html, Page p, ProviderCatalog.Entry e) {
    html.add("<li data-slug=\"", escape(e.slug()), "\"><a href=\"", linkPath(p, e), "\">")
        .add(logo(e), "<span><strong>")
        .text(e.name())
        .add("</strong> <span class=\"muted\">")
        .text(e.description())
        .add("</span></span></a></li>");
  }

  static String logo(ProviderCatalog.Entry e) {
    return "<img alt=\"\" width=\"48\" height=\"48\" src=\""
        + escape("/v2/providers/" + e.slug() + "/logo")
        + "\">";
  }

  /** Renders the provider's logo and the heading. */
  static void heading(LinkHtml html, ProviderCatalog.Entry e, String title) {
    html.add("<div class=\"head\">", logo(e), "<h1>").text(title).add("</h1></div>");
  }

  static Response done(Page p, ProviderCatalog.Entry e) {
    String title = e.name() + " is connected";
    LinkHtml html = new LinkHtml(p.brand());
    heading(html, e, title);
    html.add("<p class=\"note success\" role=\"status\">");
    if (p.back().isEmpty()) {
      html.add("Your data will sync automatically. You can close this page.</p>");
    } else {
      html.add("Your data will sync automatically. Redirecting…</p>");
      backLink(html, p.brand(), p.back().get());
    }
    return html.toResponse(200, title);
  }

  /** Redirects to the customer's page after a form. */
  static Response redirectPage(LinkBrand brand, String to) {
    LinkHtml html = new LinkHtml(brand).add("<h1>Redirecting…</h1>");
    backLink(html, brand, to);
    return html.toResponse(200, "Redirecting…");
  }

  private static void backLink(LinkHtml html, LinkBrand brand, String to) {
    html.redirectTo(to)
        .add("<p><a class=\"button primary\" href=\"", escape(to), "\">Return to ")
        .text(brand.name())
        .add("</a></p>");
  }

  /** Renders a failed attempt with the next steps. */
  static Response failed(Page p, ProviderCatalog.Entry e, LinkErrorView problem) {
    LinkHtml html = new LinkHtml(p.brand()).withCloseButton(p.session());
    heading(html, e, problem.title());
    errorBox(html, problem);
    html.add("<p class=\"buttons\">");
    if (!p.offers().isEmpty()) {
      html.add("<a class=\"button primary\" href=\"", linkPath(p, e), "\">Try again</a>");
    }
    if (p.fixed().isEmpty()) {
      html.add("<a class=\"button\" href=\"", sessionPath(p, ""), "\">All providers</a>");
    }
    return html.add("</p>").toResponse(200, problem.title());
  }

  /** Renders a page on which no link can be made. */
  static Response problem(int status, Page p, LinkErrorView problem) {
    LinkHtml html = new LinkHtml(p.brand()).add("<h1>").text(problem.title()).add("</h1>");
    errorBox(html, problem);
    p.back()
        .ifPresent(
            to ->
                html.add("<p><a class=\"button primary\" href=\"", escape(to), "\">Return to ")
                    .text(p.brand().name())
                    .add("</a></p>"));
    return html.toResponse(status, problem.title());
  }

  private static void errorBox(LinkHtml html, LinkErrorView problem) {
    html.add("<div id=\"error-summary\" class=\"note error\" role=\"alert\"><p>")
        .text(problem.advice())
        .add("</p>");
    errorCode(html, problem);
    html.add("</div>");
  }

  /** Renders the error type for support requests. */
  static void errorCode(LinkHtml html, LinkErrorView problem) {
    problem
        .type()
        .ifPresent(
            t -> html.add("<p class=\"error-code\">For support: <code>", t.wire(), "</code></p>"));
  }

  static Response closed(Page p) {
    LinkErrorView view = LinkErrorView.of(LinkError.USER_CANCELLED);
    return new LinkHtml(p.brand())
        .add("<h1>")
        .text(view.title())
        .add("</h1><p id=\"closed\" role=\"status\">")
        .text(view.advice())
        .add("</p>")
        .toResponse(200, view.title());
  }

  /** Renders a service error as a page. */
  static Response serviceError(Response usual) {
    String title =
        switch (usual.status()) {
          case 404, 405 -> "Page not found";
          case 503 -> "The service is busy";
          default -> usual.status() >= 500 ? "Something went wrong" : "Invalid request";
        };
    String advice =
        usual.status() >= 500
            ? "Wait a moment, then reload the page."
            : "Go back and try again, or open the link again.";
    LinkHtml html = new LinkHtml(LinkBrand.NONE).add("<h1>").text(title).add("</h1><p>");
    html.text(advice).add("</p>");
    if (usual.status() == 500 && usual.body() instanceof JsonNode error) {
      html.add("<p class=\"error-code\">For support: ")
          .text(error.path("detail").asText())
          .add("</p>");
    }
    Response page = html.toResponse(usual.status(), title);
    Map<String, String> headers = new HashMap<>(page.headers());
    headers.putAll(usual.headers());
    return new Response(page.status(), page.body(), headers);
  }

  /** Path of the result page, for sessions without a redirect URL. */
  static String resultPath(UUID session, LinkResult result) {
    String page = LinkCookie.PATH_PREFIX + session;
    return result
        .failure()
        .map(
            f ->
                page
                    + "/failed/"
                    + result.provider()
                    + "?error_type="
                    + URLEncoder.encode(f.error().wire(), StandardCharsets.UTF_8))
        .orElse(page + "/done/" + result.provider());
  }

  /** Message for a provider that is not configured on this installation. */
  static LinkErrorView notOffered(Optional<String> name) {
    return new LinkErrorView(
        Optional.empty(),
        name.orElse("This provider") + " cannot be connected",
        "It is not available for this link. Return to the app and choose another provider.",
        "");
  }

  /** Message for a rejected API call; see {@link LinkErrors}. */
  static LinkErrorView rejectedCall(Optional<String> name, JsonNode detail) {
    LinkErrorView usual = notOffered(name);
    return switch (detail.path("error_type").asText()) {
      case "INVALID_REQUEST" -> LinkErrorView.of(LinkError.TOKEN_NOT_VALIDATED);
      case "INVALID_USER_ID" ->
          new LinkErrorView(
              Optional.empty(), usual.title(), detail.path("error_message").asText(), "");
      default -> usual;
    };
  }
}
