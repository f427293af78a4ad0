/**
 * What clients push: phones, Bluetooth readers and values entered by hand. Owns tables
 * user_sign_in, user_access_token, push_client, push_batch and link_code; serves "push.command".
 */
package io.tributary.sdk;
