package io.tributary.simulators.kit;

import java.util.Map;
import java.util.Set;

/** Renders the consent page as plain forms without scripts. */
final class ConsentPage {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>%s</title>
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 3rem auto;
        padding: 0 1rem; color: #222; background: #fff }
      label { display: block; padding: .15rem 0 }
      input[type=text] { font: inherit; width: 100%%; box-sizing: border-box; padding: .4rem }
      button { font: inherit; padding: .5rem 1rem; margin: 1rem .5rem 0 0; cursor: pointer }
      .note { color: #555; font-size: .875rem }
      </style></head><body>
      """;

  private ConsentPage() {}

  /**
   * @param action target of the form
   * @param selectable whether single scopes can be refused
   * @param unticked scopes that are not ticked initially
   * @param hiddenFields fields that the form sends back unchanged, in this order
   */
  static String consent(
      String title,
      String slug,
      OAuthApp app,
      String action,
      Set<String> scopes,
      boolean selectable,
      Set<String> unticked,
      Map<String, String> hiddenFields,
      String user) {
    var page = new StringBuilder(HEAD.formatted(escape(title)));
    page.append("<h1>")
        .append(escape(title))
        .append("?</h1>\n<p class=\"note\">Simulator of ")
        .append(escape(slug))
        .append(": no real account, synthetic data.</p>\n<p><strong>")
        .append(escape(app.clientId()))
        .append("</strong> requests access to:</p>\n")
        .append("<form method=\"post\" action=\"")
        .append(escape(action))
        .append("\">\n");
    hiddenFields.forEach((name, value) -> hidden(page, name, value));
    for (String scope : selectable ? scopes : Set.<String>of()) {
      page.append("<label><input type=\"checkbox\" name=\"granted\" value=\"")
          .append(escape(scope))
          .append(unticked.contains(scope) ? "\"> " : "\" checked> ")
          .append(escape(scope))
          .append("</label>\n");
    }
    page.append(
            "<p><label>User (leave empty to create one) <input type=\"text\" name=\"sim_user\" ")
        .append("maxlength=\"64\" value=\"")
        .append(escape(user))
        .append("\"></label></p>\n");
    button(page, "grant_all", "Allow all");
    if (selectable) {
      button(page, "grant_selected", "Allow selected");
    }
    button(page, "deny", "Deny");
    return page.append("</form></body></html>\n").toString();
  }

  static String error(String message) {
    return HEAD.formatted("Authorization failed")
        + "<h1>Authorization failed</h1>\n<p>"
        + escape(message)
        + "</p></body></html>\n";
  }

  private static void hidden(StringBuilder page, String name, String value) {
    page.append("<input type=\"hidden\" name=\"")
        .append(name)
        .append("\" value=\"")
        .append(escape(value))
        .append("\">\n");
  }

  private static void button(StringBuilder page, String value, String text) {
    page.append("<button name=\"decision\" value=\"")
        .append(value)
        .append("\">")
        .append(text)
        .append("</button>\n");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
