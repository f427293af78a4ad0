package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.harness.Eventually;
import io.tributary.kernel.Ids;
import io.tributary.portal.Browser;
import io.tributary.provider.ProviderFault;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Cookie;
import org.openqa.selenium.Keys;

/** The hosted pages in a browser: every way to link, every way to fail, for everybody. */
class HostedLinkTest {
  private static HostedLink hosted;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    hosted = new HostedLink();
    browser = new Browser();
  }

  @AfterAll
  static void stop() {
    browser.close();
    hosted.close();
  }

  /** On a narrow light screen and a wide dark one: nothing hangs over, nobody is kept out. */
  private static void fine(String view) {
    browser.size(360, 740);
    assertEquals(0, browser.overhang(), view + " is wider than a phone");
    assertEquals("", browser.violations(), view + " on a phone");
    browser.dark(true);
    browser.size(1280, 900);
    assertEquals(0, browser.overhang(), view + " is wider than a desk");
    assertEquals("", browser.violations(), view + " in the dark");
    browser.dark(false);
    assertEquals(List.of(), browser.complaints(), view);
  }

  private static void failed(LinkError error) {
    browser.sees("For support: " + error.wire());
    fine(error.wire());
  }

  private static void open(HostedLink.Link link) {
    browser.open(hosted.page(link));
  }

  private static void signIn(String user, String password) {
    browser.fill("User name or e-mail address", user);
    browser.fill("Password", password);
    browser.press(Keys.ENTER);
  }

  /** The focus is on what went wrong, and a key away from the field. */
  private static void toldAt(String field) {
    assertEquals("problem", browser.focused().getDomAttribute("id"));
    assertEquals("alert", browser.focused().getAriaRole());
    browser.press(Keys.TAB, Keys.ENTER);
    assertEquals("#" + field, browser.run("return location.hash"));
    assertEquals(
        "true",
        browser.run("return document.querySelector(':target').getAttribute('aria-invalid')"));
    assertEquals(
        browser.run("return document.getElementById('advice').textContent"),
        browser.run(
            "return document.getElementById("
                + "document.querySelector(':target').getAttribute('aria-describedby')).textContent"));
  }

  @Test
  void theListIsSearchedAndLeadsToAProviderWhoSendsUsersBack() {
    HostedLink.Link link = hosted.link();
    open(link);
    browser.sees("Connect a device or an app");
    browser.sees("Northwind Health");
    browser.sees("9 providers");
    assertFalse(browser.driver().getCurrentUrl().contains("token"));
    assertEquals(
        9L,
        browser.run(
            "return [...document.querySelectorAll('#providers img')]"
                + ".filter((i) => i.complete && i.naturalWidth > 0).length"));
    assertEquals(
        "rgb(11, 122, 117)",
        browser.run("return getComputedStyle(document.querySelector('header')).backgroundColor"));
    fine("list");
    browser.fill("Search by name or kind", "ring sleep");
    browser.sees("1 provider");
    assertTrue(browser.text().contains("Oura"));
    assertFalse(browser.text().contains("Zwift"));
    fine("list, searched");
    browser.fill("Search by name or kind", "typewriter");
    browser.sees("Nothing found");
    browser.press(Keys.ENTER);
    browser.click("Show all 9");
    browser.sees("9 providers");
    browser.named("Oura Rings for sleep, recovery and activity").click();
    browser.sees("Simulator of oura");
    browser.click("Allow all");
    browser.sees("Oura is connected");
    assertEquals("status", browser.run("return document.querySelector('.note').role"));
    assertFalse(browser.driver().getCurrentUrl().contains("code="));
    assertEquals(List.of("oura"), hosted.connected(link.user()));
    fine("success");
    browser.driver().navigate().refresh();
    browser.sees("Oura is connected");
  }

  @Test
  void aGivenProviderIsGoneToAtOnceAndItsResultToTheApp() {
    HostedLink.Link link = hosted.link().of("strava").toApp(false, false);
    open(link);
    browser.sees("Simulator of strava");
    browser.click("Allow all");
    browser.sees("Back in the app");
    browser.sees("visit=7&state=success");
    assertEquals(List.of("strava"), hosted.connected(link.user()));
    open(hosted.link().of("strava").toApp(false, false));
    browser.click("Deny");
    browser.sees("state=error&error_type=provider_credential_error");
  }

  @Test
  void whatAProviderRefusesIsShownAndCanBeTriedAgain() {
    HostedLink.Link link = hosted.link();
    open(link.only("oura", "zwift"));
    browser.named("Oura Rings for sleep, recovery and activity").click();
    browser.click("Deny");
    browser.sees("Oura was not connected");
    failed(LinkError.PROVIDER_CREDENTIAL_ERROR);
    hosted.db.query(
        "insert into scope_requirement (team_id, provider, user_must_grant, user_may_grant)"
            + " values ($1, 'oura', '{daily}', '{workout}')",
        hosted.tenant.team());
    try {
      browser.click("Try again");
      browser.sees("Simulator of oura");
      browser.run("document.querySelector('[value=daily]').click()");
      browser.click("Allow selected");
      failed(LinkError.REQUIRED_SCOPES_NOT_GRANTED);
    } finally {
      hosted.db.query("delete from scope_requirement");
    }
    browser.click("All providers");
    browser.sees("2 providers");
    assertEquals(List.of(), hosted.connected(link.user()));
  }

  @Test
  void anAccountOfAnotherUserIsRefusedWhereTheTeamWantsThat() {
    String person = "twin" + Ids.hex(4);
    for (boolean second : new boolean[] {false, true}) {
      if (second) {
        hosted.db.query("update team_environment set reject_duplicate_connection = true");
      }
      open(hosted.link().of("oura"));
      browser.sees("Simulator of oura");
      browser.run("document.querySelector('[name=sim_user]').value = arguments[0]", person);
      browser.click("Allow all");
      browser.sees(second ? "This account is connected already" : "Oura is connected");
    }
    hosted.db.query("update team_environment set reject_duplicate_connection = false");
    failed(LinkError.DUPLICATE_CONNECTION);
    assertFalse(browser.text().contains("All providers"), "the token is for one provider");
  }

  @Test
  void aPasswordIsTypedOnceMoreUntilItIsRightThenTheCode() {
    String login = hosted.patient("right", false, "123456");
    HostedLink.Link link = hosted.link();
    open(link.of(HostedLink.LIBRE).toApp(false, false));
    browser.sees("Sign in to Abbott LibreView");
    fine("password");
    signIn(login, "wrong");
    browser.sees("does not accept this sign-in");
    toldAt("password");
    assertEquals(login, browser.field("User name or e-mail address").getDomProperty("value"));
    assertEquals("", browser.field("Password").getDomProperty("value"));
    failed(LinkError.PROVIDER_CREDENTIAL_ERROR);
    browser.fill("Password", "right");
    browser.press(Keys.ENTER);
    browser.sees("has sent a code by e-mail to m***@example.com");
    fine("code");
    int before = hosted.signIns();
    browser.driver().navigate().refresh();
    browser.sees("m***@example.com");
    assertEquals(before, hosted.signIns(), "no second sign-in and no second code");
    browser.fill("Code", "000000");
    browser.press(Keys.ENTER);
    browser.sees("This is not the right code");
    toldAt("mfa_code");
    failed(LinkError.INCORRECT_MFA_CODE);
    browser.fill("Code", "123456");
    browser.press(Keys.ENTER);
    browser.sees("visit=7&state=success");
    assertEquals(List.of(HostedLink.LIBRE), hosted.connected(link.user()));
  }

  @Test
  void aPasswordFailsInItsOwnWays() {
    String expired = hosted.patient("right", true, "");
    HostedLink.Link link = hosted.link().of(HostedLink.LIBRE);
    open(link);
    signIn(expired, "right");
    toldAt("password");
    failed(LinkError.PROVIDER_PASSWORD_EXPIRED);
    open(link.toApp(true, false));
    signIn(expired, "right");
    browser.sees("visit=7&state=error&error_type=provider_password_expired");
    open(hosted.link(link.user()).of(HostedLink.HELD));
    hosted.vendor.answers = Future.failedFuture(new ProviderFault.Unavailable("away"));
    try {
      signIn("maria", "right");
      failed(LinkError.PROVIDER_API_ERROR);
    } finally {
      hosted.vendor.answers = Future.succeededFuture();
    }
    open(hosted.link().of(HostedLink.KEY));
    browser.sees("Sign in to MyFitnessPal");
    browser.field("Diary key");
    assertEquals(List.of(), hosted.connected(link.user()));
  }

  @Test
  void afterTheLastWrongCodeTheSignInBeginsAnew() {
    String login = hosted.account("right", false, "123456");
    open(hosted.link().of(HostedLink.HELD));
    signIn(login, "right");
    for (int i = 0; i < PasswordLinking.MOST_CODES; i++) {
      browser.fill("Code", "00000" + i);
      browser.turns(() -> browser.press(Keys.ENTER));
      browser.sees("This is not the right code");
    }
    fine("last wrong code");
    browser.click("Try again");
    browser.field("Password");
  }

  @Test
  void anAddressIsLookedForInItsRegion() {
    HostedLink.Link link = hosted.link().of(HostedLink.EMAIL);
    open(link);
    browser.sees("Country or region of the account");
    assertEquals("us", browser.field("Country or region of the account").getDomProperty("value"));
    assertEquals(49L, browser.run("return document.getElementById('region').options.length"));
    fine("e-mail");
    String address = hosted.shared();
    browser.fill("E-mail address of the account", address);
    browser.field("Country or region of the account").sendKeys("Germany");
    browser.click("Connect");
    browser.sees("cannot be connected in this region");
    toldAt("region");
    assertEquals("de", browser.field("Country or region of the account").getDomProperty("value"));
    failed(LinkError.UNSUPPORTED_REGION);
    browser.field("Country or region of the account").sendKeys("United States");
    browser.fill("E-mail address of the account", "nobody@example.com");
    browser.click("Connect");
    failed(LinkError.PROVIDER_CREDENTIAL_ERROR);
    toldAt("email");
    browser.fill("E-mail address of the account", address);
    browser.click("Connect");
    browser.sees("Freestyle Libre is connected");
    assertEquals(List.of(HostedLink.EMAIL), hosted.connected(link.user()));
  }

  @Test
  void tokensThatAreNoGoodSayWhy() {
    browser.open(hosted.url() + "/link?token=nonsense");
    failed(LinkError.INVALID_TOKEN);
    HostedLink.Link late = hosted.link().toApp(false, false);
    String page = hosted.page(late);
    hosted.db.query(
        "update link_session set expires_at = now() - interval '1 second' where user_id = $1",
        late.user());
    browser.open(page);
    failed(LinkError.TOKEN_EXPIRED);
    browser.click("Go back to Northwind Health");
    browser.sees("state=error&error_type=token_expired");
    HostedLink.Link used = hosted.link();
    String first = hosted.page(used);
    hosted.db.query("update link_session set consumed_at = now() where user_id = $1", used.user());
    browser.open(first);
    failed(LinkError.TOKEN_CONSUMED);
    open(hosted.link());
    browser.sees("9 providers");
    browser.driver().manage().deleteAllCookies();
    browser.driver().navigate().refresh();
    failed(LinkError.TOKEN_NOT_VALIDATED);
  }

  @Test
  void twoWindowsLinkTwoUsers() {
    HostedLink.Link one = hosted.link().of("zwift");
    HostedLink.Link two = hosted.link().of("zwift");
    String login = hosted.account("right", false, "");
    open(one);
    browser.sees("Sign in to Zwift");
    String first = browser.driver().getCurrentUrl();
    open(two);
    browser.sees("Sign in to Zwift");
    browser.open(first);
    signIn(login, "right");
    browser.sees("Zwift is connected");
    assertEquals(List.of("zwift"), hosted.connected(one.user()));
    assertEquals(List.of(), hosted.connected(two.user()));
    // A form that another page has made is not looked at.
    open(two);
    int before = hosted.signIns();
    browser.run("document.querySelector('[name=word]').value = 'x'");
    signIn(login, "right");
    failed(LinkError.TOKEN_NOT_VALIDATED);
    assertEquals(before, hosted.signIns());
  }

  @Test
  void whoeverWaitsHearsOfItAndMaySubmitOnce() {
    String login = hosted.account("right", false, "");
    open(hosted.link().of(HostedLink.HELD));
    browser.fill("User name or e-mail address", login);
    browser.fill("Password", "right");
    int before = hosted.signIns();
    Map<?, ?> busy =
        (Map<?, ?>)
            browser.run(
                "const b = document.getElementById('busy');"
                    + "const button = document.querySelector('button');"
                    + "button.click(); button.click();"
                    + "return {role: b.role, text: b.textContent}");
    assertEquals("status", busy.get("role"));
    assertEquals("Signing in to Zwift. This can take up to a minute.", busy.get("text"));
    browser.sees("Zwift is connected");
    assertEquals(before + 1, hosted.signIns());
  }

  @Test
  void closingGoesBackOrCloses() {
    open(hosted.link().toApp(false, true));
    browser.click("Close");
    browser.sees("visit=7&state=error&error_type=user_cancelled");
    open(hosted.link().toApp(false, false));
    browser.click("Close");
    browser.sees("Nothing was connected");
    fine("closed");
  }

  @Test
  void keysAreEnough() {
    String login = hosted.account("right", false, "");
    HostedLink.Link link = hosted.link();
    open(link);
    browser.tabTo("Close");
    browser.tabTo("Search by name or kind");
    browser.press("mattress");
    browser.sees("1 provider");
    browser.tabTo("8Sleep Mattress covers that follow the night");
    browser.press(Keys.ENTER);
    browser.tabTo("All providers");
    browser.tabTo("User name or e-mail address");
    browser.press(login, Keys.TAB, "right", Keys.TAB, Keys.SPACE);
    browser.sees("8Sleep is connected");
    assertEquals(List.of("eight_sleep"), hosted.connected(link.user()));
    // A step back does not sign in again.
    int before = hosted.signIns();
    browser.driver().navigate().back();
    signIn(login, "right");
    browser.sees("8Sleep is connected");
    assertEquals(before, hosted.signIns());
  }

  @Test
  void nothingNeedsAScript() {
    script(false);
    try {
      HostedLink.Link link = hosted.link().toApp(false, false);
      open(link);
      browser.sees("9 providers");
      browser.fill("Search by name or kind", "treads");
      browser.click("Search");
      browser.sees("1 provider");
      browser.named("Peloton Workouts on bikes, treads and rowers").click();
      String login = hosted.account("right", false, "42");
      signIn(login, "wrong");
      browser.sees("does not accept this sign-in");
      assertEquals("problem", browser.focused().getDomAttribute("id"));
      signIn(login, "right");
      browser.fill("Code", "42");
      browser.click("Connect");
      browser.sees("visit=7&state=success");
      assertEquals(List.of("peloton"), hosted.connected(link.user()));
    } finally {
      script(true);
    }
  }

  private static void script(boolean on) {
    browser
        .driver()
        .executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !on));
  }

  @Test
  void twoSubmitsAtOnceAreOneConnectionAndBothSaySo() {
    HostedLink.Link link = hosted.link().of(HostedLink.HELD);
    String login = hosted.account("right", false, "");
    String page = hosted.page(link);
    Promise<Void> back = Promise.promise();
    hosted.vendor.answers = back.future();
    hosted.vendor.asked.set(0);
    List<Future<HttpResponse<Buffer>>> both;
    try {
      both = hosted.submitTwice(page, "username=" + login + "&password=right");
      Eventually.eventually(Browser.SOON, () -> assertEquals(2, hosted.vendor.asked.get()));
    } finally {
      back.complete();
      hosted.vendor.answers = Future.succeededFuture();
    }
    for (Future<HttpResponse<Buffer>> one : both) {
      assertEquals(303, one.await().statusCode());
      assertTrue(one.await().getHeader("location").endsWith("/done/" + HostedLink.HELD));
    }
    assertEquals(List.of(HostedLink.HELD), hosted.connected(link.user()));
  }

  @Test
  void whatOthersWroteIsOnlyEverText() {
    String hostile = "<img src=x onerror=alert(1)>\"'&amp;\u202e" + "w".repeat(80);
    hosted.db.query(
        "update team_environment set brand_information = jsonb_build_object("
            + "'company_name', $1::text, 'brand_color', '#fff;}body{display:none}')",
        hostile);
    try {
      String page = hosted.page(hosted.link());
      browser.open(page);
      browser.sees("9 providers");
      assertEquals(hostile, browser.run("return document.querySelector('.brand').textContent"));
      fine("a hostile name");
      browser.open(browser.driver().getCurrentUrl() + "?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
      browser.sees("Nothing found");
      assertEquals(
          "\"><script>alert(1)</script>",
          browser.field("Search by name or kind").getDomProperty("value"));
      open(hosted.link().of("zwift"));
      signIn("\"><b>x</b>@example.com", "wrong");
      browser.sees("does not accept this sign-in");
      assertEquals(
          "\"><b>x</b>@example.com",
          browser.field("User name or e-mail address").getDomProperty("value"));
      assertEquals(List.of(), browser.complaints());
    } finally {
      hosted.brand();
    }
  }

  @Test
  void noKeyAndNoPasswordStaysInTheBrowser() {
    HostedLink.Link link = hosted.link().of("zwift");
    open(link);
    browser.sees("Sign in to Zwift");
    Cookie cookie = browser.driver().manage().getCookieNamed("tributary-link");
    assertTrue(cookie.isHttpOnly());
    assertEquals("Lax", cookie.getSameSite());
    assertTrue(cookie.getPath().matches("/link/s/[0-9a-f-]{36}"), cookie.getPath());
    String login = hosted.account("very-secret", false, "");
    signIn(login, "very-wrong");
    browser.sees("does not accept this sign-in");
    assertFalse(browser.driver().getPageSource().contains("very-wrong"));
    assertEquals("", browser.run("return document.cookie"));
    assertEquals(0L, browser.run("return localStorage.length + sessionStorage.length"));
    UUID user = link.user();
    assertEquals(List.of(), hosted.connected(user));
  }
}
