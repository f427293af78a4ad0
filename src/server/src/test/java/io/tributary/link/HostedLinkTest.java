package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.portal.TestBrowser;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The hosted pages in a browser: every link method and every error, including accessibility. */
class HostedLinkTest implements LinkPageInputTests, LinkPageSecurityTests {
  private static HostedLinkFixture hosted;
  private static TestBrowser browser;
  private static LinkVisitor visitor;

  @BeforeAll
  static void start() throws Exception {
    hosted = new HostedLinkFixture();
    browser = new TestBrowser();
    visitor = new LinkVisitor(hosted, browser);
  }

  @AfterAll
  static void stop() {
    browser.close();
    hosted.close();
  }

  @Override
  public LinkVisitor visitor() {
    return visitor;
  }

  @Test
  void theListIsSearchedAndLeadsToAProviderWhoSendsUsersBack() {
    HostedLinkFixture.LinkRequest link = hosted.link();
    visitor.open(link);
    browser.assertVisible("Connect a device or an app");
    browser.assertVisible("Northwind Health");
    browser.assertVisible("9 providers");
    assertFalse(browser.driver().getCurrentUrl().contains("token"));
    assertEquals(
        9L,
        browser.run(
            "return [...document.querySelectorAll('#providers img')]"
                + ".filter((i) => i.complete && i.naturalWidth > 0).length"));
    assertEquals(
        "rgb(11, 122, 117)",
        browser.run("return getComputedStyle(document.querySelector('header')).backgroundColor"));
    visitor.assertAccessible("list");
    browser.fill("Search by name or type", "ring sleep");
    browser.assertVisible("1 provider");
    assertTrue(browser.text().contains("Oura"));
    assertFalse(browser.text().contains("Zwift"));
    visitor.assertAccessible("list, searched");
    browser.fill("Search by name or type", "typewriter");
    browser.assertVisible("No providers found");
    browser.press(Keys.ENTER);
    browser.click("Show all 9");
    browser.assertVisible("9 providers");
    browser.buttonOrLink("Oura Rings for sleep, recovery and activity").click();
    browser.assertVisible("Simulator of oura");
    browser.click("Allow all");
    browser.assertVisible("Oura is connected");
    assertEquals("status", browser.run("return document.querySelector('.note').role"));
    assertFalse(browser.driver().getCurrentUrl().contains("code="));
    assertEquals(List.of("oura"), hosted.connectedSlugs(link.user()));
    visitor.assertAccessible("success");
    browser.driver().navigate().refresh();
    browser.assertVisible("Oura is connected");
  }

  @Test
  void aGivenProviderIsGoneToAtOnceAndItsResultToTheApp() {
    HostedLinkFixture.LinkRequest link = hosted.link().of("strava").toApp(false, false);
    visitor.open(link);
    browser.assertVisible("Simulator of strava");
    browser.click("Allow all");
    browser.assertVisible("Back in the app");
    browser.assertVisible("visit=7&state=success");
    assertEquals(List.of("strava"), hosted.connectedSlugs(link.user()));
    visitor.open(hosted.link().of("strava").toApp(false, false));
    browser.click("Deny");
    browser.assertVisible("state=error&error_type=provider_credential_error");
  }

  @Test
  void whatAProviderRefusesIsShownAndCanBeTriedAgain() {
    HostedLinkFixture.LinkRequest link = hosted.link();
    visitor.open(link.only("oura", "zwift"));
    browser.buttonOrLink("Oura Rings for sleep, recovery and activity").click();
    browser.click("Deny");
    browser.assertVisible("Oura was not connected");
    visitor.failed(LinkError.PROVIDER_CREDENTIAL_ERROR);
    hosted.db.query(
        "insert into scope_requirement (team_id, provider, user_must_grant, user_may_grant)"
            + " values ($1, 'oura', '{daily}', '{workout}')",
        hosted.tenant.team());
    try {
      browser.click("Try again");
      browser.assertVisible("Simulator of oura");
      browser.run("document.querySelector('[value=daily]').click()");
      browser.click("Allow selected");
      visitor.failed(LinkError.REQUIRED_SCOPES_NOT_GRANTED);
    } finally {
      hosted.db.query("delete from scope_requirement");
    }
    browser.click("All providers");
    browser.assertVisible("2 providers");
    assertEquals(List.of(), hosted.connectedSlugs(link.user()));
  }

  @Test
  void anAccountOfAnotherUserIsRefusedWhereTheTeamWantsThat() {
    String person = "twin" + Ids.randomHex(4);
    for (boolean second : new boolean[] {false, true}) {
      if (second) {
        hosted.db.query("update team_environment set reject_duplicate_connection = true");
      }
      visitor.open(hosted.link().of("oura"));
      browser.assertVisible("Simulator of oura");
      browser.run("document.querySelector('[name=sim_user]').value = arguments[0]", person);
      browser.click("Allow all");
      browser.assertVisible(second ? "This account is already connected" : "Oura is connected");
    }
    hosted.db.query("update team_environment set reject_duplicate_connection = false");
    visitor.failed(LinkError.DUPLICATE_CONNECTION);
    assertFalse(browser.text().contains("All providers"), "the token is for one provider");
  }

  @Test
  void closingGoesBackOrCloses() {
    visitor.open(hosted.link().toApp(false, true));
    browser.click("Close");
    browser.assertVisible("visit=7&state=error&error_type=user_cancelled");
    visitor.open(hosted.link().toApp(false, false));
    browser.click("Close");
    browser.assertVisible("No connection was created");
    visitor.assertAccessible("closed");
  }
}
