/* SPDX-License-Identifier: MIT */
#include "core/record/gamefile_known.h"

/* A definition's rows stand together, the oldest first: in front those of every byte of the files,
 * texts too, as files of format 1 tell it; then of what games begun depend on, the last today's. */
const struct gamefile_known gamefile_known[] = {
	{"chess", "0bb3f7dce713b065884485319f2bd5636398e6093079364bb414a4d7682f5aa7"},
	{"chess", "47a44c83991624ad02c57faf8084a118270afde3e057a292b9bccee8ba91a329"},
	{"chess960", "1c8df9e35c042f81b2805a9cadc5b08910461728042dfc78ab9d706d248de123"},
	{"four-player", "587907a5e806b3a7fd90bab09005f5afbc4a0fda17559e12c8ed007a3a1f8639"},
	{"four-player", "15d812b2a4803b707b5398f4dfcfaf8633726b2f9b7e692b26be9a068a35e4d1"},
	{"four-player", "55cc3e35377de579af5f1ae456906d56fdc816dc7cc0adbb6ef87037b1b8fd82"},
	{"four-player-team", "034880754a32588cf95aff63d3b7e9a05115e71f3f6d82ef6a206bdca27cf6f7"},
	{"four-player-team", "c506ff0325bc1b9ac6d0ccb5a72ba5a278639da03a09050c00b672542c84446b"},
	{"four-player-team", "1d832a6051f04d95448ad8733ca67ba1da08c57ec7b084381fe2445cf8728e89"},
	{"four-player-team", "6abc6d6e335ed098ee55f82d472e02203c8341bb5257a043554c6c0db7965726"},
	{"fourteen", "ccdd33ad58e134ab847ae310bdec6de0420c79120ae1596eb55d5b4302c25201"},
	{"fourteen", "25db6cc612290c434143bc4e5780a3e773ed8b8d69ac5b7d38d8e60a2516db62"},
	{"kingdom", "4e506ea4fac331a1cc66c59016bca51b2b5fea4c239a2d2e7398e363c515238a"},
	{"kingdom", "aa493a7c70d7520ee32aca12c21b46cb7c79f0407b997edbf271a6441ba34747"},
	{"knightmare", "372f13760a32f74268429f66cf20ed466f282af8e517e11acfdb7f0cb1d5030b"},
	{"knightmare", "d5c66c27a72a8f936c96d26960cdc71ffdff3a44a395713ed9d4eee0e68f91f7"},
	{"knightmare", "3df32ea420390ad62dd941645686f01cdea62a6b617cb064d6d21257f3b7875a"},
	{"ring", "0cac0fb23cb7e0a1462706d7702ff1ed7e43cf719adfc5f5cb6d8bfc7fcd813a"},
	{"ring", "91f0bca8c14bf080fe5d0842d0d4a444e1d7f3cfaf16215985b4455a2b41f801"},
	{"three-player", "19fe29c6a0a0a7dc3280dc8936c2dd35db85ae62b59faf82e49f8645b5200fbd"},
	{"three-player", "88661d6ec62ceeff6b1da2f9e7ca87e29fd9d64137db1c36ec21209af57c297f"},
	{"three-player", "3583bd94e7e92ef820eef072367c580ba5c650283a4442251678d2836b381610"},
	{NULL, NULL},
};
